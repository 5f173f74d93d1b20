/** Signed requests, as the original's clients, brokers and tools sign them. */
@NullMarked
package io.pharos.protocol.auth;

import org.jspecify.annotations.NullMarked;
