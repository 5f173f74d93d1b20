/**
 * Tests of the measuring tools themselves: a benchmark that sends the wrong bytes or mixes up its figures proves nothing.
 * They need no server.
 */
@NullMarked
package io.pharos.bench;

import org.jspecify.annotations.NullMarked;
