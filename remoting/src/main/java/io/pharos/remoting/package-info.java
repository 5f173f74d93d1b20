/**
 * Connections, requests and answers: the transport under every server and client of Pharos. Netty stays inside this
 * package; what others see are the interfaces {@link io.pharos.remoting.Connection}, {@link io.pharos.remoting.Handler}
 * and {@link io.pharos.remoting.RequestTable}.
 */
@NullMarked
package io.pharos.remoting;

import org.jspecify.annotations.NullMarked;
