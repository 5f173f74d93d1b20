/**
 * The bodies that describe topics, brokers and routes: immutable values and their JSON and text codecs.
 */
@NullMarked
package io.pharos.protocol.route;

import org.jspecify.annotations.NullMarked;
