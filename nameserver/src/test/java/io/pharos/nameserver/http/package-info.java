@NullMarked
package io.pharos.nameserver.http;

import org.jspecify.annotations.NullMarked;
