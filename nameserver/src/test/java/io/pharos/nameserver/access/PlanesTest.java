package io.pharos.nameserver.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.extension.ExtensionRequests;
import io.pharos.protocol.extension.RouteChanged;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.NameServerRequests;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanesTest {

    @Test
    void everyRequestBelongsToExactlyOnePlane() {
        List<RequestSpec<?>> all = Stream.concat(NameServerRequests.ALL.stream(), ExtensionRequests.ALL.stream())
                .toList();
        List<RequestSpec<?>> placed = Stream.of(Plane.values())
                .flatMap(plane -> Planes.requests(plane).stream())
                .toList();
        assertThat(placed).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void aRequestOfNoPlaneIsNamed() {
        assertThatThrownBy(() -> Planes.of(RouteChanged.SPEC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ROUTE_CHANGED");
    }
}
