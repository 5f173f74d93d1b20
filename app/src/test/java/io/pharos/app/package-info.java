/** Tests of the command, and of the rules that hold in every module, because this one sees them all. */
@NullMarked
package io.pharos.app;

import org.jspecify.annotations.NullMarked;
