/** Tests of configuration. Defaults are pinned here, so that changing one is a decision. */
@NullMarked
package io.pharos.nameserver.config;

import org.jspecify.annotations.NullMarked;
