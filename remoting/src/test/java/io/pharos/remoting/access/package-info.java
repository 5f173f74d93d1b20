@NullMarked
package io.pharos.remoting.access;

import org.jspecify.annotations.NullMarked;
