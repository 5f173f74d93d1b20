/** What a name server shows over HTTP: metrics and health. Knows neither routes nor requests. */
@NullMarked
package io.pharos.nameserver.http;

import org.jspecify.annotations.NullMarked;
