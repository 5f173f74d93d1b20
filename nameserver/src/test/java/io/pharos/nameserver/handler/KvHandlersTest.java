package io.pharos.nameserver.handler;

import static io.pharos.nameserver.handler.HandlerFixture.assertPlainSuccess;
import static io.pharos.nameserver.handler.HandlerFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.nameserver.kv.KvStore;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetKvListByNamespace;
import io.pharos.protocol.namesrv.PutKvConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KvHandlersTest {
    @TempDir
    private Path folder;

    private HandlerFixture server;

    @BeforeEach
    void open() throws Exception {
        server = new HandlerFixture(folder);
    }

    @Test
    @Tag("100")
    void aValueIsOnDiskBeforeThePutIsAnswered() throws Exception {
        assertPlainSuccess(server.ask(new PutKvConfig("ns", "k", "v")));

        assertThat(folder.resolve("kvConfig.json")).hasContent("{\"configTable\":{\"ns\":{\"k\":\"v\"}}}");
    }

    @Test
    @Tag("100")
    void anEmptyValueIsAValue() {
        assertPlainSuccess(server.ask(new PutKvConfig("ns", "k", "")));

        assertThat(server.ask(new GetKvConfig("ns", "k")).ext()).isEqualTo(ExtFields.of("value", ""));
    }

    @Test
    @Tag("100")
    void aPutNeedsNamespaceKeyAndValue() {
        server.assertMandatory(new PutKvConfig("ns", "k", "v"), "namespace", "key", "value");
        assertRefused(
                server.ask(new PutKvConfig(" ", "k", "v")),
                1,
                "PUT_KV_CONFIG: header field namespace is [ ]; it is mandatory");
        assertThat(server.kv.size()).isZero();
    }

    @Test
    @Tag("100")
    void aPutThatCannotBeStoredNamesTheEntryAndChangesNothing() throws Exception {
        server.ask(new PutKvConfig("ns", "k", "old"));
        breakTheFolder();

        Reply answer = server.ask(new PutKvConfig("ns", "k", "new"));

        assertRefused(answer, 1, "PUT_KV_CONFIG of namespace[ns] key[k] refused: ");
        assertThat(answer.remark()).contains("the log").doesNotContain(folder.toString());
        assertThat(server.ask(new GetKvConfig("ns", "k")).ext()).isEqualTo(ExtFields.of("value", "old"));
    }

    @Test
    @Tag("100")
    void aPutOverTheBoundOfTheStoreSaysTheBoundAndWhatToDo() {
        Reply answer = server.ask(new PutKvConfig("ns", "k", "v".repeat(KvStore.MAX_BYTES)));

        assertRefused(answer, 1, "PUT_KV_CONFIG of namespace[ns] key[k] refused: ");
        assertThat(answer.remark()).contains("at most " + KvStore.MAX_BYTES).contains("delete entries first");
    }

    @Test
    @Tag("100")
    void aPutIsAnsweredBusyWhenTooManyWait() {
        server.admin.full = true;

        assertRefused(server.ask(new PutKvConfig("ns", "k", "v")), 2, "[OVERLOAD]system busy");
        assertThat(server.kv.size()).isZero();
    }

    @Test
    @Tag("101")
    void aValueIsAnsweredAsAField() {
        server.ask(new PutKvConfig("ns", "k", "a;b=c"));

        Reply answer = server.ask(new GetKvConfig("ns", "k"));

        assertThat(answer.code()).isZero();
        assertThat(answer.ext()).isEqualTo(ExtFields.of("value", "a;b=c"));
        assertThat(answer.body().hasRemaining()).isFalse();
    }

    @Test
    @Tag("101")
    void anUnknownNamespaceOrKeyIsNotFoundInTheOriginalsWords() {
        server.ask(new PutKvConfig("ns", "k", "v"));

        assertRefused(server.ask(new GetKvConfig("ns", "no")), 22, "No config item, Namespace: ns Key: no");
        assertRefused(server.ask(new GetKvConfig("no", "k")), 22, "No config item, Namespace: no Key: k");
    }

    @Test
    @Tag("101")
    void anAbsurdKeyIsShownBoundedInItsRefusal() {
        Reply answer = server.ask(new GetKvConfig("n\ns", "k".repeat(100_000)));

        assertRefused(answer, 22, "No config item, Namespace: n?s Key: kkk");
        assertThat(String.valueOf(answer.remark())).hasSizeLessThan(400);
    }

    @Test
    @Tag("101")
    void aGetNeedsNamespaceAndKey() {
        server.assertMandatory(new GetKvConfig("ns", "k"), "namespace", "key");
    }

    @Test
    @Tag("102")
    void aDeletedValueIsGoneOnDiskToo() throws Exception {
        server.ask(new PutKvConfig("ns", "k", "v"));

        assertPlainSuccess(server.ask(new DeleteKvConfig("ns", "k")));

        assertThat(server.ask(new GetKvConfig("ns", "k")).code()).isEqualTo(22);
        assertThat(folder.resolve("kvConfig.json")).hasContent("{\"configTable\":{\"ns\":{}}}");
    }

    @Test
    @Tag("102")
    void deletingWhatIsNotThereSucceeds() {
        assertPlainSuccess(server.ask(new DeleteKvConfig("no", "no")));
    }

    @Test
    @Tag("102")
    void aDeleteNeedsNamespaceAndKey() {
        server.assertMandatory(new DeleteKvConfig("ns", "k"), "namespace", "key");
    }

    @Test
    @Tag("102")
    void aDeleteThatCannotBeStoredNamesTheEntryAndChangesNothing() throws Exception {
        server.ask(new PutKvConfig("ns", "k", "v"));
        breakTheFolder();

        assertRefused(
                server.ask(new DeleteKvConfig("ns", "k")), 1, "DELETE_KV_CONFIG of namespace[ns] key[k] refused: ");
        assertThat(server.kv.get("ns", "k")).contains("v");
    }

    @Test
    @Tag("219")
    void aNamespaceIsListedSorted() {
        server.ask(new PutKvConfig("ns", "b", "2"));
        server.ask(new PutKvConfig("ns", "a", "1"));

        Reply answer = server.ask(new GetKvListByNamespace("ns"));

        assertThat(answer.code()).isZero();
        assertThat(HandlerFixture.text(answer)).isEqualTo("{\"table\":{\"a\":\"1\",\"b\":\"2\"}}");
    }

    @Test
    @Tag("219")
    void anEmptiedNamespaceIsAnEmptyListAndAnUnknownOneIsNotFound() {
        server.ask(new PutKvConfig("ns", "a", "1"));
        server.ask(new DeleteKvConfig("ns", "a"));

        assertThat(HandlerFixture.text(server.ask(new GetKvListByNamespace("ns"))))
                .isEqualTo("{\"table\":{}}");
        assertRefused(server.ask(new GetKvListByNamespace("no")), 22, "No config item, Namespace: no");
    }

    @Test
    @Tag("219")
    void aListNeedsItsNamespace() {
        server.assertMandatory(new GetKvListByNamespace("ns"), "namespace");
    }

    private void breakTheFolder() throws IOException {
        Path moved = folder.resolveSibling(folder.getFileName() + "-moved");
        Files.move(folder, moved);
        Files.writeString(folder, "in the way");
    }
}
