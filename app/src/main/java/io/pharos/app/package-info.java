/** The {@code pharos} command. Only this module knows the command line and the environment. */
@NullMarked
package io.pharos.app;

import org.jspecify.annotations.NullMarked;
