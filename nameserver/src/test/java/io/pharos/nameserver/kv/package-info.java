/** Tests of the key-value store on real folders. Damage is done by writing bytes over its files. */
@NullMarked
package io.pharos.nameserver.kv;

import org.jspecify.annotations.NullMarked;
