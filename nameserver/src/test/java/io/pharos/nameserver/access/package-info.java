@NullMarked
package io.pharos.nameserver.access;

import org.jspecify.annotations.NullMarked;
