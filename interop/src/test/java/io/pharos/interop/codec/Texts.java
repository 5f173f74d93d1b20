package io.pharos.interop.codec;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Generated texts: what is usual, and whatever JSON or UTF-8 treats in a way of its own. */
final class Texts {
    private Texts() {}

    /** Any text that has a UTF-8 form, the empty one included. */
    static Arbitrary<String> any() {
        Arbitrary<String> special = Arbitraries.of(
                "\"",
                "\\",
                "/",
                "'",
                "{",
                "}",
                "[",
                ":",
                ",",
                " ",
                "\u007f",
                "\u0085",
                "\u00e9",
                "\u2028",
                "\u2029",
                "\u5317",
                "\uFEFF",
                "\uFFFD",
                "\uFFFF",
                "\uD83D\uDE00",
                "\uDBFF\uDFFF");
        Arbitrary<String> control =
                Arbitraries.chars().range('\u0000', '\u001f').map(String::valueOf);
        Arbitrary<String> plain =
                Arbitraries.strings().ascii().alpha().numeric().ofMinLength(1).ofMaxLength(4);
        return Arbitraries.oneOf(plain, special, control).list().ofMaxSize(6).map(parts -> String.join("", parts));
    }

    /** Names of members, never empty: those that the original can read, see {@code FrameEdgesTest}. */
    static Arbitrary<String> keys() {
        return filled().filter(text -> text.chars().noneMatch(unit -> Character.isSurrogate((char) unit)));
    }

    /** As {@link #any()}, but never empty. */
    static Arbitrary<String> filled() {
        return any().filter(text -> !text.isEmpty());
    }

    /** As {@link #any()}, but never blank: what a mandatory field accepts. */
    static Arbitrary<String> names() {
        return any().filter(text -> !text.isBlank());
    }

    /** Names of topics: no blanks, which part the lines of the deflated registration. */
    static Arbitrary<String> topics() {
        return Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars('%', '|', '_', '-', '.', '\u5317', '"')
                .ofMinLength(1)
                .ofMaxLength(16);
    }
}
