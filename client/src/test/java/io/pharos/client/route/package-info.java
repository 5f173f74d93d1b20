/** Tests of route watching on the client's side. */
@NullMarked
package io.pharos.client.route;

import org.jspecify.annotations.NullMarked;
