package io.pharos.protocol.route;

/** How a body writes the names of integer-keyed maps. Readers accept both. */
public enum JsonDialect {
    /** Quoted, as JSON demands. */
    STANDARD,
    /** Bare numbers, the original's default: {@code {0:"10.0.0.1:10911"}}. */
    UNQUOTED_KEYS
}
