package io.pharos.remoting.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressListTest {
    private static final AddressList LIST = AddressList.parse("127.0.0.0/8; 10.20.0.0/15,192.168.1.5;::1;fd00::/8;");

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:40000, true",
        "127.255.255.255, true",
        "128.0.0.1:1, false",
        "10.21.255.255:9, true",
        "10.22.0.0:9, false",
        "192.168.1.5:9, true",
        "192.168.1.6:9, false",
        "0:0:0:0:0:0:0:1:40000, true",
        "[::1]:40000, true",
        "[::2]:40000, false",
        "[fdff::7], true",
        "[fe80::7], false",
        // An IPv4 address in an IPv6 form is that IPv4 address.
        "[::ffff:127.0.0.1]:5, true",
        "[::ffff:128.0.0.1]:5, false"
    })
    void anAddressIsInTheListOrNot(String peer, boolean expected) {
        assertThat(LIST.contains(peer)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "localhost:9", "127.0.0.1.evil.example:9", "unknown", "127.1:9", "2130706433:9", "[", "a]"})
    void whatIsNoAddressIsInNoList(String peer) {
        assertThat(LIST.contains(peer)).isFalse();
        assertThat(AddressList.parse("0.0.0.0/0;::/0").contains(peer)).isFalse();
    }

    @Test
    void theWholeNetworkHasEveryAddressAndAnEmptyListNone() {
        assertThat(AddressList.parse("0.0.0.0/0").contains("255.1.2.3:4")).isTrue();
        assertThat(AddressList.parse("0.0.0.0/0").contains("[::1]:4")).isFalse();
        assertThat(AddressList.parse("::/0").contains("[1234::1]:4")).isTrue();
        assertThat(AddressList.parse(" ; ").contains("127.0.0.1")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "10.0.0/8", "*", "10.0.0.1:9876"})
    void whatIsNoNetworkIsNamed(String entry) {
        assertThatThrownBy(() -> AddressList.parse("10.0.0.1;" + entry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("[" + entry + "] is no address or network");
    }
}
