/** Tests of the exchange among name servers, without a network. */
@NullMarked
package io.pharos.nameserver.fellow;

import org.jspecify.annotations.NullMarked;
