package io.pharos.protocol.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionListTest {
    private static final String GOOD =
            "{\"cluster\":\"c\",\"brokerName\":\"a\",\"stamp\":\"5-1-n1\",\"fenced\":true,\"since\":5,\"address\":\"h:1\"}";

    @Test
    void theBodyIsAsDescribed() {
        Decision stopped = new Decision(
                new FenceKey("t", "c", "a"),
                new Stamp(5, 1, "n1"),
                true,
                6,
                new Decision.By("h:1", "ops"),
                "drain",
                7L);
        Decision lifted = new Decision(
                FenceKey.topic("t"), new Stamp(8, 0, "n1"), false, 9, new Decision.By("h:1", null), "", null);
        DecisionList list = new DecisionList(10, List.of(stopped, lifted));

        byte[] body = list.encode();

        assertThat(new String(body, StandardCharsets.UTF_8))
                .isEqualTo("{\"now\":10,\"decisions\":["
                        + "{\"topic\":\"t\",\"cluster\":\"c\",\"brokerName\":\"a\",\"stamp\":\"5-1-n1\",\"fenced\":true,"
                        + "\"since\":6,\"address\":\"h:1\",\"credential\":\"ops\",\"reason\":\"drain\",\"expiresAt\":7},"
                        + "{\"topic\":\"t\",\"stamp\":\"8-0-n1\",\"fenced\":false,\"since\":9,\"address\":\"h:1\"}]}");
        assertThat(DecisionList.decode(ByteBuffer.wrap(body))).isEqualTo(list);
    }

    @Test
    void membersThatAreUnknownAreIgnored() {
        String body = "{\"later\":[{}],\"decisions\":[" + GOOD.replace("{", "{\"more\":{\"x\":[1]},") + "]}";

        assertThat(decode(body).decisions()).hasSize(1);
        assertThat(decode("{}").decisions()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"5-1-n1\" | \"5-1\" | is no stamp",
                "\"5-1-n1\" | \"5-1-N 1\" | is no stamp",
                "\"5-1-n1\" | \"-5-1-n1\" | is no stamp",
                "\"5-1-n1\" | \"5-9007199254740993-n1\" | is no stamp",
                "\"5-1-n1\" | \"10000000000000-0-n1\" | is no stamp",
                "\"5-1-n1\" | [] | is no stamp",
                "true | \"yes\" | fenced must be true or false",
                "\"fenced\":true, | `` | lacks fenced, since or address",
                "\"since\":5, | `` | lacks fenced, since or address",
                ",\"address\":\"h:1\" | `` | lacks fenced, since or address",
                "\"since\":5 | \"since\":-1 | since [-1] must be from 0",
                "\"since\":5 | \"since\":5,\"expiresAt\":10000000000000 | expiresAt [10000000000000] must be",
                "\"since\":5 | \"since\":\"long ago\" | [long ago] is no whole number",
                "\"brokerName\":\"a\" | \"brokerName\":\"a/b\" | must not have control characters or path",
                "\"brokerName\":\"a\" | \"topic\":\"t\" | cluster[c] is given without a brokerName",
                "\"cluster\":\"c\",\"brokerName\":\"a\", | `` | neither brokerName nor topic",
                "\"cluster\":\"c\" | \"cluster\":\" \" | must not be blank",
                "\"h:1\" | \"h\\u0000\" | must not have control characters",
                "\"h:1\" | \"h:1\",\"reason\":\"a\\nb\" | must not have control characters",
            })
    void oneBadDecisionRefusesAll(String good, String bad, String why) {
        String broken = GOOD.replace(good, bad);
        assertThat(broken).isNotEqualTo(GOOD);

        assertThatThrownBy(() -> decode("{\"decisions\":[" + GOOD.replace("\"a\"", "\"b\"") + "," + broken + "]}"))
                .isInstanceOf(RequestFailed.class)
                .hasMessageStartingWith("decision list refused: ")
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "7", "{\"decisions\":{}}", "{\"decisions\":[7]}", "{\"decisions\":[", "{}{}", "\0"})
    void whatIsNoListIsRefused(String body) {
        assertThatThrownBy(() -> decode(body)).isInstanceOf(RequestFailed.class);
    }

    @Test
    void twoDecisionsOfOneKeyAndOverlongTextsAreRefused() {
        assertThatThrownBy(() -> decode("{\"decisions\":[" + GOOD + "," + GOOD + "]}"))
                .hasMessageContaining("two decisions about broker[a] of cluster[c]");
        String reason = "\"since\":5,\"reason\":\"" + "r".repeat(257) + "\"";
        assertThatThrownBy(() -> decode("{\"decisions\":[" + GOOD.replace("\"since\":5", reason) + "]}"))
                .hasMessageContaining("has 257 characters, at most 256");
        String address = "\"" + "h".repeat(129) + "\"";
        assertThatThrownBy(() -> decode("{\"decisions\":[" + GOOD.replace("\"h:1\"", address) + "]}"))
                .hasMessageContaining("has 129 characters, at most 128");
    }

    private static DecisionList decode(String body) {
        return DecisionList.decode(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
    }
}
