/** Which requests belong to whom, and what their senders must be. */
@NullMarked
package io.pharos.nameserver.access;

import org.jspecify.annotations.NullMarked;
