package io.pharos.nameserver.fellow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pharos.base.FileOps;
import io.pharos.nameserver.fence.FenceStore;
import io.pharos.nameserver.route.MinBrokerIdChange;
import io.pharos.nameserver.route.RouteEffects;
import io.pharos.nameserver.route.RouteSettings;
import io.pharos.nameserver.route.Routes;
import io.pharos.protocol.auth.Credential;
import io.pharos.protocol.auth.Signatures;
import io.pharos.protocol.extension.Decision;
import io.pharos.protocol.extension.FellowNews;
import io.pharos.protocol.extension.FellowReport;
import io.pharos.protocol.extension.FenceKey;
import io.pharos.protocol.extension.GetDecisions;
import io.pharos.protocol.extension.SeenBroker;
import io.pharos.protocol.extension.Stamp;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Language;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.Request;
import io.pharos.testkit.ManualClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a name server makes of what its fellows answer. */
class FellowsTest implements RouteEffects {
    private static final SeenBroker A = new SeenBroker("c", "a", 0, "a:1");
    private static final SeenBroker B = new SeenBroker("c", "b", 0, "b:1");
    private static final Decision STOP = new Decision(
            FenceKey.broker("c", "a"),
            new Stamp(1_700_000_000_000L, 0, "n2"),
            true,
            5,
            new Decision.By("h:1", null),
            "drain",
            null);

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private final List<String> asked = new ArrayList<>();
    private final List<Request> questions = new ArrayList<>();
    private @Nullable Supplier<Credential> credential;
    private CompletableFuture<Command> answer = new CompletableFuture<>();
    private FenceStore store;
    private Fellows fellows;

    @BeforeEach
    void start() throws IOException {
        store = FenceStore.open(folder.resolve("n1"), FileOps.system(), clock, "n1");
        fellows = fellows();
    }

    @Test
    void decisionsOfAFellowAreTakenOverOnce() {
        answers(news("n2", STOP));
        fellows.poll();
        fellows.poll();

        assertThat(store.inForce()).containsExactly(STOP);
        assertThat(fellows.learned()).isEqualTo(1);
        assertThat(entry().state()).isEqualTo("answering");
    }

    @Test
    void aReplayedMessageBringsNothingBack() throws IOException {
        byte[] recorded = news("n2", STOP);
        answers(recorded);
        fellows.poll();
        store.allow(List.of(STOP.key()), STOP.by(), "done");

        answers(recorded);
        fellows.poll();

        assertThat(store.inForce()).isEmpty();
        assertThat(fellows.learned()).isEqualTo(1);
    }

    @Test
    void withACredentialQuestionsAreSignedAndOnlySignedAnswersToThemCount() {
        Credential secret = new Credential("servers", "hush");
        credential = () -> secret;
        fellows = fellows();
        byte[] news = news("n2", STOP);

        refuses("no signature", nonce -> command(0, news));
        assertThat(Signatures.areSigned(
                        questions.get(0).toExt(), questions.get(0).toBody(), secret))
                .isTrue();
        String earlier = String.valueOf(questions.get(0).toExt().get("nonce"));
        refuses("an answer to an earlier question", nonce -> signed(answerTo(earlier), news, secret));
        refuses("a guessed secret", nonce -> signed(answerTo(nonce), news, new Credential("servers", "guess")));
        refuses("another credential", nonce -> signed(answerTo(nonce), news, new Credential("others", "hush")));
        refuses("a question", nonce -> signed(new GetDecisions(nonce).toExt(), news, secret));
        refuses("another body", nonce -> withBody(signed(answerTo(nonce), news, secret), news("n2")));
        assertThat(fellows.unsigned()).isEqualTo(6);

        exchange(nonce -> signed(answerTo(nonce), news, secret));
        assertThat(store.inForce()).containsExactly(STOP);
        assertThat(entry().state()).isEqualTo("answering");
    }

    @Test
    void withACredentialAnswersAreSigned() {
        Credential secret = new Credential("servers", "hush");
        credential = () -> secret;
        Reply reply = fellows().answer(new GetDecisions("n-1"));
        assertThat(Signatures.areSigned(reply.ext(), reply.body(), secret)).isTrue();
        assertThat(reply.ext().get("nonce")).isEqualTo("n-1");
        credential = null;
        assertThat(fellows().answer(new GetDecisions(null)).ext().get("Signature"))
                .isNull();
    }

    private void refuses(String what, Function<String, Command> reply) {
        exchange(reply);
        assertThat(store.inForce()).as(what).isEmpty();
        assertThat(entry().state()).as(what).isEqualTo("unsigned");
    }

    /** The fellow is asked, and answers what is made of the question's nonce. */
    private void exchange(Function<String, Command> reply) {
        answer = new CompletableFuture<>();
        fellows.poll();
        Request question = questions.get(questions.size() - 1);
        answer.complete(reply.apply(String.valueOf(question.toExt().get("nonce"))));
    }

    private static ExtFields answerTo(String nonce) {
        return GetDecisions.Answer.to(new GetDecisions(nonce)).toExt();
    }

    private static Command signed(ExtFields fields, byte[] body, Credential credential) {
        ExtFields all = Signatures.signed(fields, ByteBuffer.wrap(body), credential);
        return new Command(0, Language.JAVA, Command.VERSION, 7, 1, null, all, ByteBuffer.wrap(body));
    }

    private static Command withBody(Command signed, byte[] body) {
        return new Command(0, Language.JAVA, Command.VERSION, 7, 1, null, signed.ext(), ByteBuffer.wrap(body));
    }

    @Test
    void aFellowIsAskedAgainOnlyWhenItsLastAnswerIsThere() {
        fellows.poll();
        fellows.poll();
        assertThat(asked).hasSize(1);

        answer.complete(command(0, news("n2")));
        fellows.poll();
        assertThat(asked).hasSize(2);
    }

    @Test
    void anAbsentFellowIsAskedAgainAndItsLastNewsAge() {
        answers(news("n2", STOP));
        fellows.poll();
        clock.advance(Duration.ofSeconds(7));
        for (Throwable reason : List.of(new IOException("refused"), new TimeoutException("no answer"))) {
            answer = CompletableFuture.failedFuture(reason);
            fellows.poll();

            assertThat(entry()).isEqualTo(new FellowReport.Entry("n2:9876", "absent", 7_000L, List.of(), List.of()));
        }
        assertThat(store.inForce()).as("what was learned holds").containsExactly(STOP);

        answers(news("n2"));
        fellows.poll();
        assertThat(entry().state()).isEqualTo("answering");
    }

    @Test
    void aStockNameServerIsLeftInPeaceForAWhile() {
        answer = CompletableFuture.completedFuture(command(3, new byte[0]));
        fellows.poll();
        fellows.poll();
        clock.advance(Duration.ofMinutes(5).minusNanos(1));
        fellows.poll();
        assertThat(asked).hasSize(1);
        assertThat(entry().state()).isEqualTo("unsupported");

        clock.advance(Duration.ofNanos(1));
        answers(news("n2", STOP));
        fellows.poll();
        assertThat(store.inForce()).containsExactly(STOP);
    }

    @Test
    void oneselfIsLeftInPeace() {
        answers(news("n1", STOP));
        fellows.poll();
        fellows.poll();

        assertThat(asked).hasSize(1);
        assertThat(entry().state()).isEqualTo("itself");
        assertThat(store.size()).isZero();
    }

    @Test
    void aRefusalIsNoNews() {
        answer = CompletableFuture.completedFuture(command(16, news("n2", STOP)));
        fellows.poll();

        assertThat(entry().state()).isEqualTo("refusing");
        assertThat(store.size()).isZero();
    }

    @Test
    void oneBadEntryRefusesTheWholeMessageAndIsCounted() {
        String good = new String(news("n2", STOP), StandardCharsets.UTF_8);
        List<String> bad = List.of(
                "",
                "\0",
                "[]",
                "{}",
                "{\"node\":\"n2\",\"now\":1}",
                good.replace("\"n2\"", "\"N 2\""),
                good.replace("\"now\":5", "\"now\":-5"),
                good.replace("\"brokerName\":\"a\"", "\"brokerName\":\"a/b\""),
                good.replace("1700000000000-0-n2", "17000000000000-0-n2"),
                good.replace("\"address\":\"a:1\"", "\"address\":\"a\""),
                good.replace("\"brokerId\":0,", ""),
                good.replace("\"brokers\":[", "\"brokers\":[7,"),
                good + good,
                good.substring(0, good.length() - 1));
        for (String body : bad) {
            answers(body.getBytes(StandardCharsets.UTF_8));
            fellows.poll();

            assertThat(entry().state()).as(body).isEqualTo("malformed");
            assertThat(store.size()).isZero();
        }
        assertThat(fellows.malformed()).isEqualTo(bad.size());
    }

    @Test
    void moreThanTheStoreHoldsIsRefusedAndWhatIsHereStays() throws IOException {
        store.merge(List.of(STOP));
        Decision[] many = IntStream.range(0, FenceStore.MAX_DECISIONS)
                .mapToObj(i -> new Decision(FenceKey.topic("t" + i), STOP.stamp(), true, 5, STOP.by(), "", null))
                .toArray(Decision[]::new);
        answers(news("n2", many));
        fellows.poll();

        assertThat(entry().state()).isEqualTo("not_stored");
        assertThat(store.inForce()).containsExactly(STOP);
    }

    @Test
    void whatCannotBeStoredIsTriedAgain() throws IOException {
        Files.writeString(folder.resolve("n1"), "in the way");
        answers(news("n2", STOP));
        fellows.poll();
        assertThat(entry().state()).isEqualTo("not_stored");
        assertThat(store.size()).isZero();

        Files.delete(folder.resolve("n1"));
        fellows.poll();
        assertThat(store.inForce()).containsExactly(STOP);
    }

    @Test
    void divergenceIsReportedFromTheSecondLookOnAndEndsWithTheFirstThatAgrees() {
        answers(seen(A));
        fellows.poll();
        assertThat(entry().missingHere()).isEmpty();

        answers(seen(A, B));
        fellows.poll();
        assertThat(entry().missingHere()).containsExactly(A);
        fellows.poll();
        assertThat(entry().missingHere()).containsExactly(A, B);
        List<String> numbers = new ArrayList<>();
        fellows.forEach((address, answering, ahead, here, there) ->
                numbers.add(address + " " + answering + " " + here + " " + there));
        assertThat(numbers).containsExactly("n2:9876 true 2 0");

        answers(seen());
        fellows.poll();
        assertThat(entry().missingHere()).isEmpty();
    }

    @Test
    void ofAnAbsentFellowAndOfOneWithTooManyBrokersNothingIsReported() {
        answers(seen(A));
        fellows.poll();
        fellows.poll();
        assertThat(entry().missingHere()).containsExactly(A);

        answer = CompletableFuture.failedFuture(new IOException("refused"));
        fellows.poll();
        assertThat(entry().missingHere()).isEmpty();

        answers(seen(A));
        fellows.poll();
        assertThat(entry().missingHere()).as("it counts anew").isEmpty();
        answers(new FellowNews("n2", 5, List.of(), null).encode());
        fellows.poll();
        fellows.poll();
        assertThat(entry().missingHere()).isEmpty();
    }

    @Test
    void aClockThatDiffersIsShownAndLosesNothing() {
        long ahead = Duration.ofDays(400).toMillis();
        answers(new FellowNews("n2", clock.wallMillis() + ahead, List.of(STOP), List.of()).encode());
        fellows.poll();

        assertThat(store.inForce()).containsExactly(STOP);
        fellows.forEach((address, answering, difference, here, there) ->
                assertThat(difference).isEqualTo(Duration.ofDays(400)));
    }

    @Override
    public void minBrokerIdChanged(MinBrokerIdChange change) {
        throw new AssertionError("no broker is here");
    }

    @Override
    public void closeSilentConnection(long connectionId) {
        throw new AssertionError("no broker is here");
    }

    private FellowReport.Entry entry() {
        return fellows.report().fellows().get(0);
    }

    private void answers(byte[] body) {
        answer = CompletableFuture.completedFuture(command(0, body));
    }

    private static byte[] news(String node, Decision... decisions) {
        return new FellowNews(node, 5, List.of(decisions), List.of(A)).encode();
    }

    private static byte[] seen(SeenBroker... brokers) {
        return new FellowNews("n2", 5, List.of(), Stream.of(brokers).toList()).encode();
    }

    private static Command command(int code, byte[] body) {
        return new Command(code, Language.JAVA, Command.VERSION, 7, 1, null, ExtFields.EMPTY, ByteBuffer.wrap(body));
    }

    private Fellows fellows() {
        Routes routes = new Routes(
                clock, Runnable::run, RouteSettings.DEFAULT, this, (route, strict) -> new byte[0], 1 << 20, "run");
        return new Fellows(
                List.of("n2:9876"),
                (address, request) -> {
                    asked.add(address);
                    questions.add(request);
                    return answer;
                },
                credential,
                store,
                routes,
                clock,
                Runnable::run);
    }
}
