/** The name server: route state, operator decisions, its handlers and its assembly. */
@NullMarked
package io.pharos.nameserver;

import org.jspecify.annotations.NullMarked;
