package io.pharos.nameserver.handler;

import io.pharos.nameserver.access.Who;
import io.pharos.nameserver.config.ConfigStore;
import io.pharos.nameserver.config.LiveSettings;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.UpdateNamesrvConfig;
import io.pharos.remoting.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Shows and updates the configuration. Updates block on the disk. */
final class ConfigHandlers {
    private final ConfigStore config;
    private final Consumer<LiveSettings> changed;

    ConfigHandlers(ConfigStore config, Consumer<LiveSettings> changed) {
        this.config = config;
        this.changed = changed;
    }

    Reply update(UpdateNamesrvConfig request, Exchange exchange) {
        if (request.body().hasRemaining()) {
            String text =
                    StandardCharsets.UTF_8.decode(request.body().duplicate()).toString();
            config.update(text, Who.of(exchange));
            changed.accept(config.live());
        }
        return Reply.OK;
    }

    Reply show() {
        return Reply.ok(config.current().printed().getBytes(StandardCharsets.UTF_8));
    }
}
