/** Tests of signatures. */
@NullMarked
package io.pharos.protocol.auth;

import org.jspecify.annotations.NullMarked;
