package io.pharos.protocol.route;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"Orders", "%RETRY%group", "a|b", "A_b-9", "TBW102"})
    void usualTopicsAreFine(String topic) {
        assertThat(Names.topicProblem(topic)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "a b", "a/b", "\u00e9", "a\n", "\u0430"})
    void topicsWithOtherCharactersAreRefusedWithTheRule(String topic) {
        assertThat(Names.topicProblem(topic)).contains("may only have the characters a-z A-Z 0-9 % | _ -");
    }

    @Test
    void onlyRetryAndDeadLetterTopicsMayBeLong() {
        assertThat(Names.topicProblem("a".repeat(127))).isNull();
        assertThat(Names.topicProblem("a".repeat(128))).endsWith("must have 1 to 127 characters, not 128");
        assertThat(Names.topicProblem("%RETRY%" + "a".repeat(248))).isNull();
        assertThat(Names.topicProblem("%DLQ%" + "a".repeat(250))).isNull();
        assertThat(Names.topicProblem("%DLQ%" + "a".repeat(251))).endsWith("must have 1 to 255 characters, not 256");
        assertThat(Names.topicProblem("")).isEqualTo("topic [] must have 1 to 127 characters, not 0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"broker-a", "host.example.com", "DefaultCluster", "my broker", "\u5317\u4eac", "a:1"})
    void whatABrokerMayBeCalledIsFineEverywhere(String name) {
        assertThat(Names.brokerNameProblem(name)).isNull();
        assertThat(Names.clusterNameProblem(name)).isNull();
        assertThat(Names.registeredTopicProblem("rmq_sys_SYNC_BROKER_MEMBER_" + name))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\nb", "a\u0000", "../a", "a\\b", "a\u2028b"})
    void namesThatBreakListingsLogsOrPathsAreRefused(String name) {
        assertThat(Names.brokerNameProblem(name)).startsWith("brokerName [").contains(" must not ");
        assertThat(Names.clusterNameProblem(name)).startsWith("clusterName [").contains(" must not ");
        assertThat(Names.registeredTopicProblem(name)).startsWith("topic [").contains(" must not ");
    }

    @Test
    void namesHaveAtMost127CharactersAndTopicsMadeOfThem255() {
        assertThat(Names.brokerNameProblem("a".repeat(127))).isNull();
        assertThat(Names.brokerNameProblem("a".repeat(128))).endsWith("must have 1 to 127 characters, not 128");
        assertThat(Names.registeredTopicProblem("a".repeat(255))).isNull();
        assertThat(Names.registeredTopicProblem("a".repeat(256))).endsWith("must have 1 to 255 characters, not 256");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1:10911", "host:1", "host:65535", "[::1]:9876", "fe80::1:9876", "my_host.local:80"})
    void addressesAreFine(String address) {
        assertThat(Names.addressProblem(address)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                ":80",
                "host:",
                "host:0",
                "host:65536",
                "host:-1",
                "host:99999999999",
                "a b:80",
                "a\n:80",
                " a:80",
                "host:80 ",
                "host:+80",
                "host:\u0661"
            })
    void otherAddressesAreRefused(String address) {
        assertThat(Names.addressProblem(address)).startsWith("address [").contains(" must ");
    }

    @Property(tries = 500)
    void everyReasonIsOneBoundedLine(@ForAll String text) {
        for (String reason : new String[] {
            Names.topicProblem(text),
            Names.registeredTopicProblem(text),
            Names.brokerNameProblem(text),
            Names.addressProblem(text)
        }) {
            if (reason != null) {
                assertThat(reason).hasSizeLessThan(250).doesNotContain("\n", "\r", "\u0000");
            }
        }
    }
}
