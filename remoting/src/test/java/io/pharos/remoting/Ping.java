package io.pharos.remoting;

import io.pharos.protocol.frame.Command;
import io.pharos.protocol.frame.ExtFields;
import io.pharos.protocol.frame.Request;
import io.pharos.protocol.frame.RequestSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request of the tests: a field and a body, under any code. */
record Ping(int code, @Nullable String name, String content) implements Request {
    static final int ECHO = 9001;
    static final int SLOW = 9002;
    static final int BROKEN = 9003;
    static final int REFUSED = 9004;
    static final int BUSY = 9005;
    static final int WORKER = 9006;
    static final int BIG = 9007;

    static Ping echo(String name) {
        return new Ping(ECHO, name, "");
    }

    static Ping of(int code) {
        return new Ping(code, "x", "");
    }

    static RequestSpec<Ping> specOf(int code) {
        return new RequestSpec<>(code, "PING_" + code, command -> {
            String content = StandardCharsets.ISO_8859_1
                    .decode(command.body().duplicate())
                    .toString();
            return new Ping(code, command.ext().get("name"), content);
        });
    }

    static String textOf(Command answer) {
        return StandardCharsets.ISO_8859_1.decode(answer.body().duplicate()).toString();
    }

    @Override
    public RequestSpec<?> spec() {
        return specOf(code);
    }

    @Override
    public ExtFields toExt() {
        return ExtFields.builder().put("name", name).build();
    }

    @Override
    public ByteBuffer toBody() {
        return ByteBuffer.wrap(content.getBytes(StandardCharsets.ISO_8859_1));
    }
}
