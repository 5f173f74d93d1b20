package io.pharos.protocol.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RouteRevisionTest {

    @Test
    void aTextIsReadAsItWasWritten() {
        for (String text : List.of("a1-0", "a1-42", "a1-42-u", "z-999999999999999999-uz1f", "a1-1-x-y")) {
            assertThat(RouteRevision.parse(text))
                    .isNotNull()
                    .extracting(RouteRevision::text)
                    .isEqualTo(text);
        }
        assertThat(RouteRevision.parse("a1-42-u")).isEqualTo(new RouteRevision("a1", 42, "u"));
    }

    @Test
    void whatIsNoRevisionIsNotRead() {
        for (String text : List.of("", "-", "a", "a-", "-1", "a--1", "a-x", "a-1x", "a-+1", "a-9999999999999999999")) {
            assertThat(RouteRevision.parse(text)).as(text).isNull();
        }
    }

    @Test
    void numbersOfOneRunAreComparedAndRunsAreNot() {
        RouteRevision five = new RouteRevision("a", 5, "");

        assertThat(five.isOutdatedBy(new RouteRevision("a", 5, ""))).isTrue();
        assertThat(five.isOutdatedBy(new RouteRevision("a", 6, ""))).isTrue();
        assertThat(five.isOutdatedBy(new RouteRevision("a", 4, ""))).isFalse();
        assertThat(five.isOutdatedBy(new RouteRevision("b", 6, ""))).isFalse();
    }
}
