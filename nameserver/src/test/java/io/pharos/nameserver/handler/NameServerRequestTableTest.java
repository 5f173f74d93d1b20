package io.pharos.nameserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.protocol.extension.ExtensionRequests;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.NameServerRequests;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameServerRequestTableTest {
    private static final List<Class<?>> TESTS = List.of(
            BrokerHandlersTest.class,
            ConfigHandlersTest.class,
            ExplainHandlerTest.class,
            FellowHandlersTest.class,
            FenceHandlersTest.class,
            KvHandlersTest.class,
            QueryHandlersTest.class,
            RegisterBrokerHandlerTest.class,
            WatchHandlersTest.class);

    @TempDir
    private Path folder;

    @Test
    void everyRequestHasAHandlerAndEveryHandlerATest() throws Exception {
        Integer[] specified = Stream.concat(NameServerRequests.ALL.stream(), ExtensionRequests.ALL.stream())
                .map(RequestSpec::code)
                .toArray(Integer[]::new);

        assertThat(new HandlerFixture(folder).table.codes()).containsExactlyInAnyOrder(specified);
        assertThat(TESTS.stream().flatMap(NameServerRequestTableTest::testedCodes))
                .as("codes that tests of this package are tagged with")
                .contains(specified);
    }

    @Test
    void anUnknownCodeIsRefusedInTheOriginalsWords() throws Exception {
        HandlerFixture server = new HandlerFixture(folder);
        for (int code : new int[] {0, -1, 905, 1_500, Integer.MAX_VALUE}) {
            HandlerFixture.assertRefused(
                    server.ask(code, ExtFields.EMPTY), 3, " request type " + code + " not supported");
        }
    }

    private static Stream<Integer> testedCodes(Class<?> tests) {
        Stream<Tag> onMethods = Stream.of(tests.getDeclaredMethods())
                .flatMap(method -> Stream.of(method.getAnnotationsByType(Tag.class)));
        return Stream.concat(Stream.of(tests.getAnnotationsByType(Tag.class)), onMethods)
                .map(tag -> Integer.valueOf(tag.value()));
    }
}
