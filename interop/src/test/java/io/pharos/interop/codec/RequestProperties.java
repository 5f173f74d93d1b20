package io.pharos.interop.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.namesrv.NameServerRequests;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/** The fields of {@link NameServerRequests}, each request beside the original's header class: {@link RequestPair}. */
class RequestProperties {

    @Property(tries = 300)
    void theOriginalReadsOurRequests(@ForAll("requests") Request request, @ForAll SerializeType type) throws Exception {
        RequestPair pair = RequestPair.of(request.spec());
        Map<String, String> expected = Headers.fields(request.toExt());
        expected.keySet().removeAll(List.of(MixAll.ZONE_MODE, MixAll.ZONE_NAME, "revision"));

        CommandCustomHeader read = Headers.readByThem(request.toExt(), pair.theirs(), type);

        assertThat(Headers.fields(read)).isEqualTo(expected);
    }

    @Property(tries = 300)
    void weReadTheRequestsOfTheOriginal(
            @ForAll("headers") Tuple2<RequestPair, CommandCustomHeader> header, @ForAll SerializeType type)
            throws Exception {
        RequestPair pair = header.get1();
        Map<String, String> expected = new TreeMap<>(pair.besides());
        expected.putAll(pair.optional());
        expected.values().removeIf(String::isEmpty);
        expected.putAll(Headers.fields(header.get2()));
        expected.keySet().removeAll(pair.unread());

        Command command = Headers.readByUs(header.get2(), type);

        assertThat(Headers.fields(pair.ours().decode(command).toExt())).isEqualTo(expected);
    }

    @Provide
    Arbitrary<Request> requests() {
        return OurRequests.any();
    }

    @Provide
    Arbitrary<Tuple2<RequestPair, CommandCustomHeader>> headers() {
        return Arbitraries.of(RequestPair.ALL)
                .flatMap(pair -> TheirHeaders.of(pair.theirs()).map(header -> Tuple.of(pair, header)));
    }
}
