package io.pharos.protocol.frame;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsualHeaderTest {
    private static final String STOCK =
            "{\"code\":105,\"extFields\":{\"acceptStandardJsonOnly\":\"true\",\"topic\":\"T\"},"
                    + "\"flag\":0,\"language\":\"JAVA\",\"opaque\":-17,\"remark\":\"a b\",\"serializeTypeCurrentRPC\":\"JSON\","
                    + "\"version\":513}";

    @Test
    void whatStockPeersWriteIsRead() {
        ExtFields fields = ExtFields.builder()
                .put("acceptStandardJsonOnly", "true")
                .put("topic", "T")
                .build();
        assertThat(decode(STOCK))
                .isEqualTo(new Command(105, Language.JAVA, 513, -17, 0, "a b", fields, Command.NO_BODY));
        assertThat(decode("{\"code\":0,\"extFields\":{}}").ext()).isSameAs(ExtFields.EMPTY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"code\":1",
                "{\"code\":1}x",
                "{\"code\": 1}",
                "{code:1}",
                "{\"code\":01}",
                "{\"code\":-}",
                "{\"code\":1234567890}",
                "{\"code\":1.5}",
                "{\"code\":1e2}",
                "{\"code\":\"1\"}",
                "{\"code\":1,}",
                "{\"other\":1}",
                "{\"remark\":null}",
                "{\"remark\":\"a\\n\"}",
                "{\"remark\":\"é\"}",
                "{\"remark\":\"\t\"}",
                "{\"extFields\":{\"a\":1}}",
                "{\"extFields\":{\"a\":\"b\",}}",
                "{\"extFields\":{\"a\":\"b\"",
                "{\"extFields\":null}"
            })
    void whatIsNotUsualIsLeftToTheLibrary(String header) {
        assertThat(UsualHeader.decode(header.getBytes(UTF_8), Command.NO_BODY)).isNull();
    }

    @Test
    void noPartOfAHeaderIsOne() {
        for (int length = 0; length < STOCK.length(); length++) {
            assertThat(UsualHeader.decode(STOCK.substring(0, length).getBytes(UTF_8), Command.NO_BODY))
                    .as("%s characters", length)
                    .isNull();
        }
    }

    @Property(tries = 20_000)
    void whateverItReadsTheLibraryReadsTheSame(@ForAll("pieces") String header) throws MalformedFrame {
        byte[] bytes = header.getBytes(UTF_8);
        Command usual = UsualHeader.decode(bytes, Command.NO_BODY);
        if (usual != null) {
            assertThat(JsonHeader.decode(bytes, Command.NO_BODY)).isEqualTo(usual);
        }
    }

    /** Headers of the usual parts, in any order and number, now and then with one that is not usual. */
    @Provide
    Arbitrary<String> pieces() {
        Arbitrary<String> member = Arbitraries.frequencyOf(
                Tuple.of(
                        12,
                        Arbitraries.of(
                                "\"code\":7",
                                "\"code\":-0",
                                "\"version\":999999999",
                                "\"opaque\":-999999999",
                                "\"flag\":1",
                                "\"language\":\"GO\"",
                                "\"language\":\"go\"",
                                "\"remark\":\"\"",
                                "\"remark\":\"x y/'~\"",
                                "\"extFields\":{}",
                                "\"extFields\":{\"a\":\"b\"}",
                                "\"extFields\":{\"a\":\"\",\"a\":\"c\",\"\":\"d\"}",
                                "\"serializeTypeCurrentRPC\":\"JSON\"")),
                Tuple.of(
                        1,
                        Arbitraries.of(
                                "\"code\":00", "\"x\":1", "\"code\":null", "'flag':1", "\"remark\":\"\u007f\"")));
        return member.list().ofMaxSize(6).map(members -> "{" + String.join(",", members) + "}");
    }

    private static Command decode(String header) {
        Command usual = UsualHeader.decode(header.getBytes(UTF_8), Command.NO_BODY);
        if (usual == null) {
            throw new AssertionError("left to the library: " + header);
        }
        return usual;
    }
}
