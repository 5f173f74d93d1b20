package io.pharos.protocol.extension;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.FieldReader;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import org.jspecify.annotations.Nullable;

/**
 * EXPLAIN_ROUTE (31020): asks why a route query (105) is answered as it is. An extension.
 *
 * <p>Answers: 0 with a {@link RouteExplanation} as the body, also when nobody has the topic.
 *
 * @param topic name, not blank
 * @param clientAddress {@code ip} or {@code ip:port} of the client whose answer is meant; null for one that may ask
 * @param zone that the client asks for; null when it asks for none
 */
public record ExplainRoute(
        String topic,
        @Nullable String clientAddress,
        @Nullable String zone) implements Request {
    /** Wire identity. */
    public static final RequestSpec<ExplainRoute> SPEC =
            new RequestSpec<>(31_020, "EXPLAIN_ROUTE", ExplainRoute::decode);

    private static ExplainRoute decode(Command command) {
        FieldReader fields = new FieldReader("EXPLAIN_ROUTE", command.ext());
        return new ExplainRoute(
                fields.text("topic"), fields.optionalText("clientAddress"), fields.optionalText("zone"));
    }

    @Override
    public RequestSpec<ExplainRoute> spec() {
        return SPEC;
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder()
                .put("topic", topic)
                .put("clientAddress", clientAddress)
                .put("zone", zone)
                .build();
    }
}
