/** What Pharos adds to the protocol: requests and codes 31000 to 31099, see {@code docs/protocol-extensions.md}. */
@NullMarked
package io.pharos.protocol.extension;

import org.jspecify.annotations.NullMarked;
