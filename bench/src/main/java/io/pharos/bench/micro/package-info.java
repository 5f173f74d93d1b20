/**
 * JMH measurements of single steps: the codec, the route answer and the registration diff. Run them with
 * {@code bench/jmh}; what they say is about one step in one thread, what a whole request costs is said by the parent
 * package.
 */
@NullMarked
package io.pharos.bench.micro;

import org.jspecify.annotations.NullMarked;
