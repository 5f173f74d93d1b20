/**
 * What operators decide about writes: apart from what brokers register, on disk before it is answered, and exchanged with
 * fellow name servers. Who decides last, decides.
 */
@NullMarked
package io.pharos.nameserver.fence;

import org.jspecify.annotations.NullMarked;
