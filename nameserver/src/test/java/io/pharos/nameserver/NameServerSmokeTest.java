package io.pharos.nameserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.protocol.extension.ExtensionRequests;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.NameServerRequests;
import io.pharos.protocol.namesrv.PutKvConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole name server behind a real socket. */
class NameServerSmokeTest {
    @TempDir
    private Path folder;

    @Test
    void everyRequestOfTheProtocolHasAHandler() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            List<RequestSpec<?>> all = new ArrayList<>(NameServerRequests.ALL);
            all.addAll(ExtensionRequests.ALL);
            for (RequestSpec<?> spec : all) {
                Command answer = rig.call(new Bare(spec));

                assertThat(answer.code()).as(spec.name()).isNotEqualTo(3);
            }
        }
    }

    @Test
    void aValueSurvivesARestart() throws Exception {
        try (NameServerRig rig = new NameServerRig(folder)) {
            rig.start();
            assertThat(rig.call(new PutKvConfig("ns", "k", "v")).code()).isZero();
            rig.restart();

            assertThat(rig.call(new GetKvConfig("ns", "k")).ext().get("value")).isEqualTo("v");
            assertThat(rig.call(new GetKvConfig("ns", "other")).remark())
                    .isEqualTo("No config item, Namespace: ns Key: other");
        }
    }

    @Test
    void twoServersLiveInOneProcessButNotInOneFolder() throws Exception {
        try (NameServerRig first = new NameServerRig(folder.resolve("a"));
                NameServerRig second = new NameServerRig(folder.resolve("b"));
                NameServerRig intruder = new NameServerRig(folder.resolve("a"))) {
            assertThat(first.start().port()).isNotEqualTo(second.start().port());
            assertThatThrownBy(intruder::start)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another name server");
        }
    }

    private record Bare(RequestSpec<?> spec) implements Request {
        @Override
        public ExtFields toExt() {
            return ExtFields.EMPTY;
        }
    }
}
