/**
 * Tests of the values that describe topics, brokers and routes. They hold the rules for names and the wire forms of the
 * bodies.
 */
@NullMarked
package io.pharos.protocol.route;

import org.jspecify.annotations.NullMarked;
