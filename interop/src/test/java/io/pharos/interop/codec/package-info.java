/**
 * Our codecs against the original's, in this process: what one side writes the other reads as the same value, over
 * generated values. Each class of properties pairs our type with the original's.
 */
@NullMarked
package io.pharos.interop.codec;

import org.jspecify.annotations.NullMarked;
