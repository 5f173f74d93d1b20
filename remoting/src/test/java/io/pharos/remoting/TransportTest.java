package io.pharos.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The build runs all tests of this module twice: with the native transport and with it switched off. */
class TransportTest {
    private static final String SWITCH = "io.netty.transport.noNative";

    @Test
    @EnabledIfSystemProperty(named = SWITCH, matches = "true")
    void theJdksSelectorIsUsedWhereTheNativeTransportIsOff() {
        assertThat(Transport.best()).isEqualTo(Transport.NIO);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void epollIsUsedWhereItsLibraryLoads() {
        assertThat(Transport.best()).isEqualTo(Boolean.getBoolean(SWITCH) ? Transport.NIO : Transport.EPOLL);
    }
}
