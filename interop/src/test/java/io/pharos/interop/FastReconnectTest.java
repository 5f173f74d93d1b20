package io.pharos.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pharos.interop.peer.Lab;
import io.pharos.interop.peer.NameServer;
import io.pharos.interop.peer.RawAnswer;
import io.pharos.interop.peer.RawBroker;
import io.pharos.interop.peer.RawConnection;
import io.pharos.interop.peer.Requests;
import io.pharos.interop.peer.RouteWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A broker whose connections come and go quickly: the end of an old one says nothing about the new one. */
class FastReconnectTest {
    private static final int TIMES = 500;

    private static final Lab LAB = new Lab(FastReconnectTest.class);
    private static final NameServer SERVER = LAB.subject(Map.of());

    @AfterAll
    static void close() {
        LAB.close();
    }

    @Test
    void aBrokerThatMovesToANewConnectionNeverVanishes() throws IOException {
        RawBroker broker = new RawBroker("mover", "127.0.0.1:19101", List.of("Moved", "Other"));
        RawConnection held = new RawConnection(SERVER.port());
        assertThat(broker.register(held).code()).isZero();
        try (RouteWatch watch = new RouteWatch(SERVER.port(), Map.of("Moved", "mover", "Other", "mover"))) {
            for (int i = 0; i < TIMES; i++) {
                RawConnection next = new RawConnection(SERVER.port());
                assertThat(broker.register(next).code()).isZero();
                held.close();
                held = next;
            }
            long before = watch.answers();
            await("more answers").atMost(Duration.ofSeconds(10)).until(() -> watch.answers() > before + 20);
            assertThat(watch.wrong()).isEmpty();
        } finally {
            held.close();
        }
    }

    @Test
    void aRegistrationRightAfterTheOldConnectionsEndStays() throws IOException {
        RawBroker broker = new RawBroker("hopper", "127.0.0.1:19104", List.of("Hopped", "Other"));
        RawConnection connection = new RawConnection(SERVER.port());
        try (RawConnection reader = new RawConnection(SERVER.port())) {
            for (int i = 0; i < TIMES; i++) {
                assertThat(broker.register(connection).code()).isZero();
                RawAnswer route = reader.call(Requests.ROUTE, Map.of("topic", "Hopped"));
                assertThat(route.code()).as("after registration %d", i).isZero();
                connection.close();
                connection = new RawConnection(SERVER.port());
            }
        } finally {
            connection.close();
        }
    }

    @Test
    void aLateFarewellOverAnOldConnectionKeepsTheFreshRegistration() throws IOException {
        RawBroker broker = new RawBroker("returner", "127.0.0.1:19107", List.of("Returned", "Other"));
        Map<String, String> fields = broker.fields();
        try (RawConnection old = new RawConnection(SERVER.port());
                RawConnection fresh = new RawConnection(SERVER.port())) {
            assertThat(broker.register(old).code()).isZero();
            assertThat(broker.register(fresh).code()).isZero();
            assertThat(old.call(Requests.UNREGISTER_BROKER, fields).code()).isZero();
            assertThat(SERVER.route("Returned").code()).isZero();
            assertThat(fresh.call(Requests.UNREGISTER_BROKER, fields).code()).isZero();
            await("farewell")
                    .atMost(Duration.ofSeconds(1))
                    .untilAsserted(
                            () -> assertThat(SERVER.route("Returned").code()).isEqualTo(Requests.TOPIC_NOT_EXIST));
        }
    }
}
