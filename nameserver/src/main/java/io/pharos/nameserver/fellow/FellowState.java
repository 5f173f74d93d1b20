package io.pharos.nameserver.fellow;

import java.util.Locale;

/** How a name server stands with a fellow. */
enum FellowState {
    /** Not asked yet, or the first answer is out. */
    UNASKED(false),
    /** Its last answer was good. */
    ANSWERING(false),
    /** It could not be reached or did not answer in time. */
    ABSENT(true),
    /** It does not know the request: a stock name server. Asked again now and then, because it may be replaced. */
    UNSUPPORTED(true),
    /** It answered with a refusal. */
    REFUSING(true),
    /** What it sent is not well-formed, and was refused as a whole. */
    MALFORMED(true),
    /** What it sent is not signed as it must be, and was refused as a whole. */
    UNSIGNED(true),
    /** What it sent could not be stored here. */
    NOT_STORED(true),
    /** It is this name server itself. Asked again now and then, because an address may lead elsewhere. */
    ITSELF(false);

    private final boolean trouble;

    FellowState(boolean trouble) {
        this.trouble = trouble;
    }

    /** Whether an operator should have a look. */
    boolean isTrouble() {
        return trouble;
    }

    /** As shown to operators. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
