package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.GetRouteInfo;
import io.pharos.protocol.namesrv.NameServerRequests;
import io.pharos.protocol.namesrv.NotifyMinBrokerIdChange;
import io.pharos.protocol.namesrv.PutKvConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.RequestCode;
import org.apache.rocketmq.remoting.protocol.SerializeType;
import org.apache.rocketmq.remoting.protocol.header.namesrv.PutKVConfigRequestHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** That no request is forgotten, and where the two sides read one differently on purpose. */
class RequestEdgesTest {
    private static final List<RequestPair> PAIRS = RequestPair.ALL;

    @Test
    void everyRequestIsCompared() {
        List<RequestSpec<?>> compared = new ArrayList<>(RequestPair.WITHOUT_FIELDS);
        PAIRS.forEach(pair -> compared.add(pair.ours()));

        List<RequestSpec<?>> all = new ArrayList<>(NameServerRequests.ALL);
        all.add(NotifyMinBrokerIdChange.SPEC);
        assertThat(compared).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void codesAndNamesAreTheOriginals() throws ReflectiveOperationException {
        for (RequestSpec<?> spec : NameServerRequests.ALL) {
            assertThat(RequestCode.class.getField(spec.name()).getInt(null))
                    .as(spec.name())
                    .isEqualTo(spec.code());
        }
        assertThat(NotifyMinBrokerIdChange.SPEC.code()).isEqualTo(RequestCode.NOTIFY_MIN_BROKER_ID_CHANGE);
    }

    @Test
    void requestsWithoutHeaderClassHaveNoFields() {
        Command command = Command.request(1, 1, ExtFields.of("any", "thing"), Command.NO_BODY);
        for (RequestSpec<?> spec : RequestPair.WITHOUT_FIELDS) {
            assertThat(spec.decode(command).toExt().isEmpty()).as(spec.name()).isTrue();
        }
    }

    /** The original logs the missing field and goes on with null. */
    @ParameterizedTest
    @FieldSource("PAIRS")
    void aMissingMandatoryFieldIsRefusedByUsAndNullInTheOriginal(RequestPair pair) throws Exception {
        for (String missing : Headers.mandatory(pair.theirs())) {
            Map<String, String> fields = new HashMap<>();
            Headers.mandatory(pair.theirs()).forEach(name -> fields.put(name, "1"));
            fields.remove(missing);
            ExtFields.Builder ext = ExtFields.builder().put("other", "x");
            fields.forEach(ext::put);
            Command command = Command.request(pair.ours().code(), 1, ext.build(), Command.NO_BODY);

            CommandCustomHeader theirs = Headers.readByThem(ext.build(), pair.theirs(), SerializeType.JSON);

            assertThat(Headers.fields(theirs)).doesNotContainKey(missing);
            if (pair.optional().containsKey(missing)) {
                assertThat(pair.ours().decode(command).spec()).isEqualTo(pair.ours());
            } else {
                assertThatThrownBy(() -> pair.ours().decode(command))
                        .isInstanceOf(RequestFailed.class)
                        .hasMessageContaining("header field " + missing + " is missing");
            }
        }
    }

    /** The binary form cannot tell it from an absent one, for which the original takes null. */
    @Test
    void anEmptyValueInTheBinaryFormIsRefusedByUsAndNullInTheOriginal() throws Exception {
        PutKvConfig request = new PutKvConfig("n", "k", "");
        PutKVConfigRequestHeader header = new PutKVConfigRequestHeader();
        header.setNamespace("n");
        header.setKey("k");
        header.setValue("");

        assertThat(PutKvConfig.SPEC.decode(Headers.readByUs(header, SerializeType.JSON)))
                .isEqualTo(request);
        assertThat(Headers.readByThem(request.toExt(), PutKVConfigRequestHeader.class, SerializeType.ROCKETMQ)
                        .getValue())
                .isNull();
        Command binary = Headers.readByUs(header, SerializeType.ROCKETMQ);
        assertThatThrownBy(() -> PutKvConfig.SPEC.decode(binary))
                .isInstanceOf(RequestFailed.class)
                .hasMessageContaining("header field value is missing");
    }

    /** Its hook puts them into the table of fields; no header class knows them. */
    @Test
    void zonesHaveTheNamesOfTheOriginalsHook() {
        ExtFields ext = ExtFields.builder()
                .put("topic", "T")
                .put(MixAll.ZONE_MODE, "true")
                .put(MixAll.ZONE_NAME, "z1")
                .build();

        assertThat(GetRouteInfo.SPEC.decode(Command.request(105, 1, ext, Command.NO_BODY)))
                .isEqualTo(new GetRouteInfo("T", false, true, "z1"));
    }
}
