package io.pharos.nameserver.route;

import static io.pharos.nameserver.route.RoutesFixture.broker;
import static io.pharos.nameserver.route.RoutesFixture.mapped;
import static io.pharos.nameserver.route.RoutesFixture.master;
import static io.pharos.nameserver.route.RoutesFixture.slave;
import static io.pharos.nameserver.route.RoutesFixture.topics;
import static io.pharos.nameserver.route.RoutesFixture.whole;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pharos.base.FileOps;
import io.pharos.base.GenerationalFile;
import io.pharos.testkit.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmCopyTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder = Path.of("unset");

    private final RoutesFixture before = new RoutesFixture();
    private final RegistrationHeader a = master("a");

    @Test
    void restartedServerAnswersAsBefore() {
        before.register(a, mapped(topics(1, "orders", "st"), "a", "st"), 1);
        before.register(slave("a", 1), topics(1), 2);
        before.register(broker("c2", "b", 0, "b:1", null), topics(1, "orders"), 3);

        RoutesFixture after = restart();

        assertThat(after.routes.topics()).isEqualTo(before.routes.topics());
        assertThat(after.route("st")).isEqualTo(before.route("st"));
        assertThat(after.route("orders").split("; "))
                .containsExactlyInAnyOrder(before.route("orders").split("; "));
        assertThat(after.routes.groups()).hasSize(2).allMatch(Group::restored);
    }

    @Test
    void restoredBrokerThatDoesNotComeBackIsEvicted() {
        before.register(a, topics(1, "orders"), 1);
        before.register(master("b"), topics(1, "orders"), 2);
        RoutesFixture after = restart();

        after.pass(Duration.ofSeconds(60));
        after.register(a, topics(1, "orders"), 1);
        after.pass(Duration.ofSeconds(60));

        assertThat(after.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(after.closed).isEmpty();
    }

    @Test
    void ownPauseDoesNotShortenThePatienceWithRestoredBrokers() {
        before.register(a, topics(1, "orders"), 1);
        RoutesFixture after = new RoutesFixture();
        new WarmCopy(before.routes, file(), before.clock).saveIfChanged();
        new WarmCopy(after.routes, file(), after.clock).restore(Duration.ofMinutes(10));
        after.pass(Duration.ofSeconds(1));

        after.clock.advance(Duration.ofMinutes(9));
        after.scan();
        after.pass(Duration.ofMinutes(9));

        assertThat(after.knows("orders")).isTrue();
    }

    @Test
    void heartbeatAloneDoesNotBringARestoredBrokerBack() {
        before.register(a, topics(1, "orders"), 1);
        RoutesFixture after = restart();

        assertThat(after.routes.heartbeat("c1", "a:10911", 1)).isFalse();
        assertThat(after.routes.dataVersion("c1", "a:10911")).isNull();
        after.pass(PATIENCE);
        assertThat(after.knows("orders")).isFalse();
    }

    @Test
    void restoredTopicThatTheBrokerHasNoMoreLeavesWithItsSecondWholeRegistration() {
        before.register(a, whole(a, 1, "orders", "bills"), 1);
        RoutesFixture after = restart();

        after.register(a, whole(a, 2, "bills"), 1);
        assertThat(after.knows("orders")).isTrue();
        after.register(a, whole(a, 2, "bills"), 1);
        assertThat(after.knows("orders")).isFalse();
    }

    @Test
    void restoredGroupGivesWayToItsNameInAnotherCluster() {
        before.register(a, topics(1, "orders"), 1);
        RoutesFixture after = restart();

        after.register(broker("c2", "a", 0, "x:1", true), topics(1, "bills"), 1);

        assertThat(after.routes.topics()).containsExactly("bills");
        assertThat(after.routes.brokerCount()).isEqualTo(1);
    }

    @Test
    void farewellOfARestoredBrokerIsHeard() {
        before.register(a, topics(1, "orders"), 1);
        RoutesFixture after = restart();

        after.unregister(a, 1);

        assertThat(after.knows("orders")).isFalse();
    }

    @Test
    void knownTopicsAreAnsweredWhileTheServerWaitsAndOthersAreNot() {
        before.register(a, topics(1, "orders"), 1);
        new WarmCopy(before.routes, file(), before.clock).saveIfChanged();
        RoutesFixture after = new RoutesFixture(new RouteSettings(
                false,
                false,
                Map.of(),
                Duration.ofSeconds(45),
                RouteSettings.DEFAULT.defaultTimeout(),
                Liveness.DEADLINES_ALONE));
        new WarmCopy(after.routes, file(), after.clock).restore(PATIENCE);

        assertThat(after.route("orders")).isEqualTo("a{0=a:10911} 4/6");
        assertThat(after.route("other")).isEqualTo("code 1");
        after.clock.advance(Duration.ofSeconds(45));
        assertThat(after.route("other")).isEqualTo("code 17");
    }

    @Test
    void copiesOfATableThatChangesAllTheTimeLeaveTimeBetweenThem() throws IOException {
        FileOps slow = new SlowFiles(before.clock, Duration.ofMillis(100));
        WarmCopy copy =
                new WarmCopy(before.routes, GenerationalFile.sealed(folder.resolve("r"), 2, slow), before.clock);
        before.register(a, topics(1, "orders"), 1);
        copy.saveIfDue();
        assertThat(copy.age()).isEqualTo(Duration.ofMillis(100));

        before.register(a, topics(2, "orders", "bills"), 1);
        before.clock.advance(Duration.ofMillis(1899));
        copy.saveIfDue();
        assertThat(copy.age()).isEqualTo(Duration.ofMillis(1999));
        before.clock.advance(Duration.ofMillis(1));
        copy.saveIfDue();
        assertThat(copy.age()).isEqualTo(Duration.ofMillis(100));

        before.register(a, topics(3, "orders", "more"), 1);
        copy.saveIfChanged();
        assertThat(copy.age()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void damagedCopyGivesWayToThePreviousOne() throws IOException {
        WarmCopy copy = new WarmCopy(before.routes, file(), before.clock);
        before.register(a, topics(1, "orders"), 1);
        copy.saveIfChanged();
        before.register(a, topics(2, "orders", "bills"), 1);
        copy.saveIfChanged();
        Path newest = files().stream().max(Comparator.naturalOrder()).orElseThrow();
        Files.writeString(newest, "garbage");

        RoutesFixture after = new RoutesFixture();
        WarmCopy loaded = new WarmCopy(after.routes, file(), after.clock);
        loaded.restore(PATIENCE);

        assertThat(after.routes.topics()).containsExactly("orders");
        assertThat(loaded.damagedFiles()).isEqualTo(1);
    }

    @Test
    void nothingUsableStartsEmptyAndSaysSo() throws IOException {
        file().write("{\"format\":\"pharos-routes\",\"version\":99}".getBytes(StandardCharsets.UTF_8));
        RoutesFixture after = new RoutesFixture();
        WarmCopy copy = new WarmCopy(after.routes, file(), after.clock);

        copy.restore(PATIENCE);

        assertThat(after.routes.groups()).isEmpty();
        assertThat(copy.failures()).isEqualTo(1);
    }

    @Test
    void anyPrefixOfACopyIsRefusedWithoutHarm() throws IOException {
        before.register(a, mapped(topics(1, "orders", "st"), "a", "st"), 1);
        byte[] whole = before.routes.copy(64);
        assertThat(WarmCopyReader.read(whole)).hasSize(1);
        for (int length = 0; length < whole.length - 1; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> WarmCopyReader.read(cut)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void unchangedRoutesAreNotWrittenAgain() throws IOException {
        WarmCopy copy = new WarmCopy(before.routes, file(), before.clock);
        before.register(a, topics(1, "orders"), 1);
        copy.saveIfChanged();
        List<Path> once = files();
        copy.saveIfChanged();

        assertThat(files()).isEqualTo(once);
        assertThat(copy.savedAtMillis()).isEqualTo(before.clock.wallMillis());
    }

    @Test
    void restoredBrokersAreCountedUntilTheyRegister() {
        before.register(a, topics(1, "orders"), 1);
        before.register(slave("a", 1), topics(1), 2);
        before.register(master("b"), topics(1, "orders"), 3);
        assertThat(before.routes.restoredBrokerCount()).isZero();
        RoutesFixture after = restart();

        assertThat(after.routes.restoredBrokerCount()).isEqualTo(3);
        assertThat(after.routes.restoredGroupCount()).isEqualTo(2);
        after.register(a, topics(1, "orders"), 1);
        assertThat(after.routes.restoredBrokerCount()).isEqualTo(2);
        assertThat(after.routes.restoredGroupCount()).isEqualTo(1);
        after.pass(PATIENCE);
        assertThat(after.routes.restoredBrokerCount()).isZero();
        assertThat(after.routes.restoredGroupCount()).isZero();
    }

    @Test
    void theCopyAgesOnlyWhileItMayBeBehindTheRoutes() throws IOException {
        WarmCopy copy = new WarmCopy(before.routes, file(), before.clock);
        before.clock.advance(Duration.ofSeconds(5));
        assertThat(copy.age()).isEqualTo(Duration.ofSeconds(5));
        before.register(a, topics(1, "orders"), 1);
        copy.saveIfChanged();
        assertThat(copy.age()).isZero();

        before.clock.advance(Duration.ofHours(1));
        copy.saveIfChanged();
        assertThat(copy.age()).isZero();

        Files.move(folder, folder.resolveSibling(folder.getFileName() + "-moved"));
        Files.writeString(folder, "in the way");
        before.register(a, topics(2, "orders", "bills"), 1);
        before.clock.advance(Duration.ofSeconds(7));
        before.clock.jumpWallTo(0);
        copy.saveIfChanged();
        assertThat(copy.age()).isEqualTo(Duration.ofSeconds(7));
        assertThat(copy.failures()).isEqualTo(1);
    }

    @Test
    void aRestoredCopyIsAsYoungAsItsStart() throws IOException {
        before.register(a, topics(1, "orders"), 1);
        new WarmCopy(before.routes, file(), before.clock).saveIfChanged();
        RoutesFixture after = new RoutesFixture();
        WarmCopy copy = new WarmCopy(after.routes, file(), after.clock);
        after.clock.advance(Duration.ofSeconds(5));

        copy.restore(PATIENCE);

        assertThat(copy.age()).isZero();
    }

    private RoutesFixture restart() {
        new WarmCopy(before.routes, file(), before.clock).saveIfChanged();
        RoutesFixture after = new RoutesFixture();
        new WarmCopy(after.routes, file(), after.clock).restore(PATIENCE);
        return after;
    }

    private GenerationalFile file() {
        return GenerationalFile.sealed(folder.resolve("routes.json"), 3, FileOps.system());
    }

    private List<Path> files() throws IOException {
        try (var paths = Files.list(folder)) {
            return paths.sorted().toList();
        }
    }

    /** A disk that takes its time for each write. */
    private record SlowFiles(ManualClock clock, Duration write) implements FileOps {
        @Override
        public void writeAndSync(Path file, byte[] content) throws IOException {
            clock.advance(write);
            FileOps.system().writeAndSync(file, content);
        }

        @Override
        public byte[] read(Path file) throws IOException {
            return FileOps.system().read(file);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            FileOps.system().rename(from, to);
        }

        @Override
        public void syncFolder(Path synced) throws IOException {
            FileOps.system().syncFolder(synced);
        }

        @Override
        public List<Path> list(Path listed) throws IOException {
            return FileOps.system().list(listed);
        }

        @Override
        public void delete(Path file) throws IOException {
            FileOps.system().delete(file);
        }

        @Override
        public void createFolders(Path created) throws IOException {
            FileOps.system().createFolders(created);
        }
    }
}
