/** Routes of topics as a client knows them. */
@NullMarked
package io.pharos.client.route;

import org.jspecify.annotations.NullMarked;
