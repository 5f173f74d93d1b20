package io.pharos.app;

import io.pharos.protocol.extension.ExplainRoute;
import io.pharos.protocol.extension.RouteExplanation;
import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.ResponseCode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says why a name server answers a route query as it does. */
@CommandLine.Command(
        mixinStandardHelpOptions = true,
        name = "explain",
        description = "Says why a topic has the route that it has, or none.",
        footer = "Exit code: 0 clients get a route, 1 they do not, 2 no answer or a bad option.",
        sortOptions = false,
        exitCodeOnInvalidInput = ClientCommand.NO_ANSWER)
final class ExplainCommand extends ClientCommand {
    @Parameters(paramLabel = "TOPIC", description = "The topic.")
    private String topic = "";

    @Option(names = "--zone", paramLabel = "ZONE", description = "As for a client that asks for this zone.")
    private @Nullable String zone;

    @Option(
            names = "--client",
            paramLabel = "ADDRESS",
            description = "As for a client at this address (IP or IP:PORT).")
    private @Nullable String client;

    @Option(names = "--json", description = "Prints the answer as it is (docs/protocol-extensions.md).")
    private boolean json;

    @Override
    Request request() {
        return new ExplainRoute(topic, client, zone);
    }

    @Override
    int show(Command answer, CommandLine line) {
        RouteExplanation explanation = RouteExplanation.decode(answer.body());
        if (json) {
            line.getOut().println(StandardCharsets.UTF_8.decode(answer.body().duplicate()));
        } else {
            ExplanationText.lines(explanation).forEach(text -> line.getOut().println(Terminal.safe(text)));
        }
        line.getOut().flush();
        return explanation.outcome().code() == ResponseCode.SUCCESS ? YES : NO;
    }
}
