package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestCountsTest {

    @Test
    void knownCodesAreToldApartAndAllOthersShareARow() {
        RequestCounts counts = new RequestCounts();
        counts.add(105, 0);
        counts.add(105, 0);
        counts.add(105, 17);
        counts.add(31_000, 0);
        counts.add(31_099, 16);
        for (int code : new int[] {-1, 1_024, 30_999, 31_100, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            counts.add(code, 3);
        }
        counts.add(0, 4_711);

        List<String> seen = new ArrayList<>();
        counts.forEach((code, result, count) -> seen.add(code + " " + result + " " + count));
        assertThat(seen)
                .containsExactlyInAnyOrder("105 0 2", "105 17 1", "31000 0 1", "31099 16 1", "other 3 6", "0 other 1");
    }
}
