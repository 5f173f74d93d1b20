package io.pharos.protocol.frame;

/**
 * The language of a peer: a name in JSON headers, its {@link #code()} in binary ones. Source: the original's
 * {@code LanguageCode}.
 */
public enum Language {
    JAVA(0),
    CPP(1),
    DOTNET(2),
    PYTHON(3),
    DELPHI(4),
    ERLANG(5),
    RUBY(6),
    OTHER(7),
    HTTP(8),
    GO(9),
    PHP(10),
    OMS(11),
    RUST(12),
    NODE_JS(13);

    private static final Language[] BY_CODE = values();

    private final byte code;

    Language(int code) {
        this.code = (byte) code;
    }

    /** The wire number, 0 to 13. */
    public byte code() {
        return code;
    }

    /** The language of a wire number; {@link #OTHER} for one that is not known, as the original tolerates it. */
    public static Language ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : OTHER;
    }

    /** The language of a JSON name; {@link #OTHER} for one that is not known. */
    public static Language ofName(String name) {
        for (Language language : BY_CODE) {
            if (language.name().equals(name)) {
                return language;
            }
        }
        return OTHER;
    }
}
