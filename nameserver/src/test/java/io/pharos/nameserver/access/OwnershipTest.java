package io.pharos.nameserver.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.RequestFailed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnershipTest {
    private Credentials credentials = credentials("""
            {"credentials": [
              {"accessKey": "one", "secretKey": "x"},
              {"accessKey": "two", "secretKey": "x"},
              {"accessKey": "spare", "secretKey": "x", "brokers": ["named"]},
              {"accessKey": "third", "secretKey": "x", "brokers": ["named"]}
            ]}
            """);
    private final Ownership owners = new Ownership(() -> credentials);

    @Test
    void withoutCredentialsNamesAreAnybodys() {
        passes("a", null);
        passes("a", null);
        owners.check("UNREGISTER_BROKER", "a", null);
    }

    @Test
    void whoRegistersWithACredentialOwnsTheName() {
        passes("a", null);
        passes("a", "one");
        fails("a", null);
        fails("a", "two");
        passes("a", "one");
        passes("b", "two");
        assertThatThrownBy(() -> owners.check("UNREGISTER_BROKER", "a", null))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("UNREGISTER_BROKER refused: the broker name[a] belongs to another credential");
        assertThatCode(() -> owners.check("UNREGISTER_BROKER", "a", "one")).doesNotThrowAnyException();
    }

    @Test
    void aNameThatTheFileGivesIsTakenByNobodyElseEvenFirst() {
        fails("named", null);
        fails("named", "one");
        passes("named", "spare");
        passes("named", "third");
        fails("named", null);
    }

    @Test
    void aCredentialThatIsTakenOutOfTheFileOwnsNothingAnyMore() {
        passes("a", "one");
        credentials = credentials("{\"credentials\": [{\"accessKey\": \"two\", \"secretKey\": \"x\"}]}");
        passes("a", "two");
        fails("a", null);
    }

    private void passes(String broker, @Nullable String credential) {
        assertThatCode(() -> owners.claim("REGISTER_BROKER", broker, credential))
                .doesNotThrowAnyException();
    }

    private void fails(String broker, @Nullable String credential) {
        assertThatThrownBy(() -> owners.claim("REGISTER_BROKER", broker, credential))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("sign with that one, or give the broker another name");
    }

    private static Credentials credentials(String text) {
        return Credentials.parse(text.getBytes(UTF_8));
    }
}
