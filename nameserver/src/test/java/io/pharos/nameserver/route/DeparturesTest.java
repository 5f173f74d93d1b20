package io.pharos.nameserver.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeparturesTest {
    private final Departures departures = new Departures();

    @Test
    void theLatestComesFirstAndABrokerIsThereOnce() {
        leave("t", "a", Leave.SILENT, 1);
        leave("t", "b", Leave.DELETED, 2);
        leave("t", "a", Leave.DELETED, 3);

        assertThat(departures.of("t")).extracting(Departure::brokerName).containsExactly("a", "b");
        assertThat(departures.of("t").get(0).atNanos()).isEqualTo(3);
        assertThat(departures.of("other")).isEmpty();
    }

    @Test
    void whatCameBackIsForgotten() {
        leave("t", "a", Leave.SILENT, 1);
        leave("t", "b", Leave.SILENT, 2);
        departures.returned("t", "b");
        assertThat(departures.of("t")).extracting(Departure::brokerName).containsExactly("a");
        departures.returned("t", "a");
        assertThat(departures.of("t")).isEmpty();
    }

    @Test
    void theOldestOfItsKindMakesRoom() {
        leave("deleted", "a", Leave.DELETED, 0);
        for (int i = 0; i <= Departures.MOST; i++) {
            leave("lost" + i, "a", Leave.SILENT, i);
        }
        assertThat(departures.of("lost0")).isEmpty();
        assertThat(departures.of("lost1")).hasSize(1);
        assertThat(departures.of("deleted")).hasSize(1);
        for (int i = 0; i < Departures.MOST; i++) {
            leave("unannounced" + i, "a", Leave.UNANNOUNCED, i);
        }
        assertThat(departures.of("deleted")).isEmpty();
    }

    @Test
    void aTopicThatLeavesManyBrokersIsRememberedOfTheLastOnes() {
        for (int i = 0; i < 100; i++) {
            leave("t", "b" + i, Leave.DELETED, i);
        }
        assertThat(departures.of("t")).hasSize(Departures.MOST_OF_TOPIC);
        assertThat(departures.of("t").get(0).brokerName()).isEqualTo("b99");
    }

    private void leave(String topic, String brokerName, Leave why, long atNanos) {
        departures.left(new Departure(topic, "c1", brokerName, why, atNanos));
    }
}
