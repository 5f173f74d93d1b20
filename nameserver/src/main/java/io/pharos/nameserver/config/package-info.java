/**
 * The configuration of a name server: every key declared once, read from the original's file, environment and system
 * properties, immutable, and changed at run time only through an allow-list. Nothing here reads the environment itself.
 */
@NullMarked
package io.pharos.nameserver.config;

import org.jspecify.annotations.NullMarked;
