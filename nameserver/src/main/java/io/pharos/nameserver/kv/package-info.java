/**
 * The key-value store that operators fill through a name server, order configuration above all. It is durable before it
 * answers, and its file is the original's, so that either server can take it over from the other.
 */
@NullMarked
package io.pharos.nameserver.kv;

import org.jspecify.annotations.NullMarked;
