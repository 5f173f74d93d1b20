package io.pharos.protocol.namesrv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.RequestSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestRefusalsTest {
    private static final RegisterBroker REGISTRATION =
            new RegisterBroker("b", "h:1", "c", "h:2", 1, 10_000L, true, false, 77, "z", Command.NO_BODY);

    @ParameterizedTest
    @ValueSource(strings = {"brokerName", "brokerAddr", "clusterName", "brokerId"})
    void registrationWithoutAMandatoryFieldIsRefusedByItsName(String field) {
        ExtFields without = with(REGISTRATION.toExt(), field, null);
        assertThatThrownBy(() -> decode(RegisterBroker.SPEC, without))
                .isInstanceOf(RequestFailed.class)
                .hasMessage("REGISTER_BROKER: header field " + field + " is missing; it is mandatory");
    }

    @ParameterizedTest
    @CsvSource({
        "heartbeatTimeoutMillis, 0",
        "heartbeatTimeoutMillis, 999",
        "heartbeatTimeoutMillis, -5",
        "heartbeatTimeoutMillis, 3600001",
        "heartbeatTimeoutMillis, soon",
        "brokerId, -2",
        "brokerId, 9223372036854775808",
        "bodyCrc32, 2147483648",
        "brokerName, ' '"
    })
    void registrationWithAnImpossibleFieldIsRefusedByItsNameAndValue(String field, String value) {
        ExtFields fields = with(REGISTRATION.toExt(), field, value);
        assertThatThrownBy(() -> decode(RegisterBroker.SPEC, fields))
                .isInstanceOf(RequestFailed.class)
                .hasMessageStartingWith("REGISTER_BROKER: header field " + field + " is [" + value + "]; it ");
    }

    @ParameterizedTest
    @CsvSource({"heartbeatTimeoutMillis, 1000", "heartbeatTimeoutMillis, 3600000", "brokerId, -1", "bodyCrc32, -1"})
    void theLimitsThemselvesAreAccepted(String field, String value) {
        ExtFields fields = with(REGISTRATION.toExt(), field, value);
        assertThat(decode(RegisterBroker.SPEC, fields).toExt()).isEqualTo(fields);
    }

    @Test
    void refusalOfATimeoutNamesTheRange() {
        ExtFields tooShort = with(REGISTRATION.toExt(), "heartbeatTimeoutMillis", "999");
        assertThatThrownBy(() -> decode(RegisterBroker.SPEC, tooShort))
                .hasMessage("REGISTER_BROKER: header field heartbeatTimeoutMillis is [999]; it must be from 1000 to"
                        + " 3600000");
    }

    @Test
    void whatABrokerBefore5LeavesOutIsReadAsNotSaid() {
        ExtFields fields = ExtFields.builder()
                .put("brokerName", "b")
                .put("brokerAddr", "h:1")
                .put("clusterName", "c")
                .put("brokerId", 0)
                .build();
        assertThat(decode(RegisterBroker.SPEC, fields))
                .isEqualTo(new RegisterBroker("b", "h:1", "c", null, 0, null, null, false, 0, null, Command.NO_BODY));
    }

    @Test
    void actingMasterTurnedOffDiffersFromNotSaid() {
        ExtFields off = with(REGISTRATION.toExt(), "enableActingMaster", "FALSE");
        assertThat(decode(RegisterBroker.SPEC, off).enableActingMaster()).isFalse();
        ExtFields notSaid = with(REGISTRATION.toExt(), "enableActingMaster", null);
        assertThat(decode(RegisterBroker.SPEC, notSaid).enableActingMaster()).isNull();
    }

    @Test
    void brokerIdMayBeMissingWhereItIsNotUsed() {
        ExtFields fields = ExtFields.builder()
                .put("brokerName", "b")
                .put("brokerAddr", "h:1")
                .put("clusterName", "c")
                .build();
        assertThat(decode(UnregisterBroker.SPEC, fields).brokerId()).isZero();
        assertThat(decode(QueryDataVersion.SPEC, fields).brokerId()).isZero();
        assertThat(decode(BrokerHeartbeat.SPEC, with(fields, "epoch", "3")))
                .isEqualTo(new BrokerHeartbeat("c", "h:1", "b"));
    }

    @Test
    void aValueMayBeEmptyButMustBeThere() {
        ExtFields empty = new PutKvConfig("n", "k", "").toExt();
        assertThat(decode(PutKvConfig.SPEC, empty).value()).isEmpty();
        assertThatThrownBy(() -> decode(PutKvConfig.SPEC, with(empty, "value", null)))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("PUT_KV_CONFIG: header field value is missing");
    }

    @Test
    void eachRequestWithAMandatoryFieldRefusesAHeaderWithoutFields() {
        assertThat(NameServerRequests.ALL.stream()
                        .filter(RequestRefusalsTest::refusesNoFields)
                        .map(RequestSpec::code))
                .containsExactly(100, 101, 102, 103, 104, 105, 205, 216, 217, 219, 224, 322, 327, 901, 904);
    }

    @Test
    void answersReadWhatTheyWrite() {
        RegisterBroker.Answer slave = new RegisterBroker.Answer("h:2", "h:1");
        assertThat(slave.toExt()).hasToString("{haServerAddr=h:2, masterAddr=h:1}");
        assertThat(RegisterBroker.Answer.from(slave.toExt())).isEqualTo(slave);
        assertThat(RegisterBroker.Answer.from(ExtFields.EMPTY)).isEqualTo(new RegisterBroker.Answer(null, null));
        assertThat(new QueryDataVersion.Answer(true).toExt()).hasToString("{changed=true}");
        assertThat(QueryDataVersion.Answer.from(ExtFields.of("changed", "true")).changed())
                .isTrue();
        assertThat(new WipeWritePermission.Answer(3).toExt()).hasToString("{wipeTopicCount=3}");
        assertThat(WipeWritePermission.Answer.from(ExtFields.of("wipeTopicCount", "3"))
                        .wipeTopicCount())
                .isEqualTo(3);
        assertThat(new AddWritePermission.Answer(3).toExt()).hasToString("{addTopicCount=3}");
        assertThat(AddWritePermission.Answer.from(ExtFields.of("addTopicCount", "3"))
                        .addTopicCount())
                .isEqualTo(3);
        assertThat(new GetKvConfig.Answer("").toExt()).hasToString("{value=}");
        assertThat(GetKvConfig.Answer.from(ExtFields.of("value", "v")).value()).isEqualTo("v");
    }

    private static boolean refusesNoFields(RequestSpec<?> spec) {
        try {
            decode(spec, ExtFields.EMPTY);
            return false;
        } catch (RequestFailed refused) {
            assertThat(refused.remark()).startsWith(spec.name() + ": header field ");
            return true;
        }
    }

    private static <Q extends Request> Q decode(RequestSpec<Q> spec, ExtFields ext) {
        return spec.decode(Command.request(spec.code(), 1, ext, Command.NO_BODY));
    }

    private static ExtFields with(ExtFields ext, String name, @Nullable String value) {
        Map<String, String> fields = new LinkedHashMap<>();
        ext.forEach(fields::put);
        if (value == null) {
            fields.remove(name);
        } else {
            fields.put(name, value);
        }
        ExtFields.Builder changed = ExtFields.builder();
        fields.forEach(changed::put);
        return changed.build();
    }
}
