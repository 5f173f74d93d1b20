/** Who may send what: addresses of peers. */
@NullMarked
package io.pharos.remoting.access;

import org.jspecify.annotations.NullMarked;
