package io.pharos.app;

import io.pharos.base.Clock;
import io.pharos.base.EventLoop;
import io.pharos.nameserver.access.Credentials;
import io.pharos.nameserver.access.CredentialsFile;
import io.pharos.protocol.auth.SignedRequest;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.route.Names;
import io.pharos.remoting.RemotingClient;
import io.pharos.remoting.RemotingClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that asks a name server something: the connection and its failures are the same for all of them. */
abstract class ClientCommand implements Callable<Integer> {
    /** Exit code when the answer is a yes. */
    static final int YES = 0;

    /** Exit code when the answer is a no. */
    static final int NO = 1;

    /** Exit code when there is no answer: a bad option, nobody reached, a refusal. */
    static final int NO_ANSWER = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = {"-n", "--namesrvAddr"},
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:9876",
            description = "The name server to ask; default ${DEFAULT-VALUE}.")
    private String nameServer = "127.0.0.1:9876";

    @Option(
            names = "--credentials",
            paramLabel = "FILE",
            description =
                    "Signs with the one credential of this file, which has the form of a name server's credentialsFile.")
    private @Nullable Path credentials;

    @Override
    public final Integer call() throws InterruptedException {
        CommandLine line = VersionCommand.lineOf(spec);
        String problem = Names.addressProblem(nameServer);
        if (problem != null || nameServer.indexOf(';') >= 0) {
            throw new ParameterException(
                    line, "-n [" + Quoted.bounded(nameServer) + "] must be HOST:PORT of one name server");
        }
        try {
            return show(ask(signed(request())), line);
        } catch (RequestFailed unreadable) {
            return fail(line, "the answer of " + nameServer + " cannot be read: " + unreadable.remark());
        } catch (NoAnswer failure) {
            return fail(line, String.valueOf(failure.getMessage()));
        }
    }

    /** What to ask. */
    abstract Request request();

    /**
     * Shows the answer, which has code 0.
     *
     * @return exit code
     */
    abstract int show(Command answer, CommandLine line);

    private Request signed(Request request) throws NoAnswer {
        if (credentials == null) {
            return request;
        }
        try {
            Collection<Credentials.Entry> all =
                    CredentialsFile.open(credentials).current().all();
            if (all.size() != 1) {
                throw new NoAnswer("--credentials " + credentials + " has " + all.size()
                        + " credentials; give a file with the one to sign with");
            }
            return new SignedRequest(request, all.iterator().next().credential());
        } catch (IOException unusable) {
            throw new NoAnswer(String.valueOf(unusable.getMessage()));
        }
    }

    private Command ask(Request request) throws InterruptedException, NoAnswer {
        String name = request.spec().name();
        Command answer = send(request);
        if (answer.code() == ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
            throw new NoAnswer("the name server at " + nameServer + " does not know " + name
                    + "; it is not Pharos, or an" + " older one");
        }
        if (answer.code() != ResponseCode.SUCCESS) {
            throw new NoAnswer(
                    nameServer + " refused " + name + " with code " + answer.code() + ": " + answer.remark());
        }
        return answer;
    }

    private Command send(Request request) throws InterruptedException, NoAnswer {
        try (EventLoop timer = new EventLoop("client-timer");
                RemotingClient client =
                        new RemotingClient("client", RemotingClientConfig.DEFAULT, Clock.system(), timer)) {
            // Twice: the client gives up by itself.
            return client.call(nameServer, request, PATIENCE)
                    .get(PATIENCE.multipliedBy(2).toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failure) {
            throw unreachable(failure.getCause() == null ? failure : failure.getCause());
        } catch (IOException | TimeoutException failure) {
            throw unreachable(failure);
        }
    }

    private NoAnswer unreachable(Throwable why) {
        return new NoAnswer("no answer from name server " + nameServer + " (" + why.getMessage()
                + "); see that it runs there, or name another one with -n");
    }

    private static int fail(CommandLine line, String why) {
        line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + Terminal.safe(why));
        return NO_ANSWER;
    }

    /** There is no answer to show. */
    private static final class NoAnswer extends Exception {
        private static final long serialVersionUID = 1;

        NoAnswer(String message) {
            super(message);
        }
    }
}
