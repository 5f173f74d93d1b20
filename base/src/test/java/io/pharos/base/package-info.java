/** Tests of the ground. Crashes are played on a file system in memory and by killing a real process. */
@NullMarked
package io.pharos.base;

import org.jspecify.annotations.NullMarked;
