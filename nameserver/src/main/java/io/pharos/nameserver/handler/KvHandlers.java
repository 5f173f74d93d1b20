package io.pharos.nameserver.handler;

import io.pharos.nameserver.access.Audit;
import io.pharos.nameserver.access.Who;
import io.pharos.nameserver.kv.KvStore;
import io.pharos.nameserver.kv.KvStoreFull;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.RequestSpec;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetKvListByNamespace;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.remoting.Exchange;
import io.pharos.remoting.LogLimiter;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The four requests of the key-value store. Changes block on the disk. */
final class KvHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(KvHandlers.class);

    private final KvStore kv;
    private final LogLimiter noise;

    KvHandlers(KvStore kv, LogLimiter noise) {
        this.kv = kv;
        this.noise = noise;
    }

    Reply put(PutKvConfig request, Exchange exchange) {
        try {
            Optional<String> before = kv.put(request.namespace(), request.key(), request.value());
            audit("kv put", request.namespace(), request.key(), exchange, before, Optional.of(request.value()));
            return Reply.OK;
        } catch (IOException failure) {
            throw notStored(PutKvConfig.SPEC, request.namespace(), request.key(), failure);
        }
    }

    Reply delete(DeleteKvConfig request, Exchange exchange) {
        try {
            Optional<String> before = kv.delete(request.namespace(), request.key());
            audit("kv deleted", request.namespace(), request.key(), exchange, before, Optional.empty());
            return Reply.OK;
        } catch (IOException failure) {
            throw notStored(DeleteKvConfig.SPEC, request.namespace(), request.key(), failure);
        }
    }

    Reply get(GetKvConfig request) {
        return kv.get(request.namespace(), request.key())
                .map(value -> Reply.ok(new GetKvConfig.Answer(value).toExt()))
                .orElseThrow(() -> new RequestFailed(
                        ResponseCode.QUERY_NOT_FOUND,
                        "No config item, Namespace: " + Quoted.bounded(request.namespace()) + " Key: "
                                + Quoted.bounded(request.key())));
    }

    Reply list(GetKvListByNamespace request) {
        return kv.encoded(request.namespace())
                .map(Reply::ok)
                .orElseThrow(() -> new RequestFailed(
                        ResponseCode.QUERY_NOT_FOUND,
                        "No config item, Namespace: " + Quoted.bounded(request.namespace())));
    }

    private static void audit(
            String change,
            String namespace,
            String key,
            Exchange exchange,
            Optional<String> before,
            Optional<String> after) {
        if (!before.equals(after)) {
            Audit.changed(
                    change, namespace + "/" + key, Who.of(exchange), before.orElse("nothing"), after.orElse("nothing"));
        }
    }

    /** What the disk said goes to the log alone: it names paths of this machine. */
    private RequestFailed notStored(RequestSpec<?> spec, String namespace, String key, IOException failure) {
        String what = spec.name() + " of namespace[" + Quoted.bounded(namespace) + "] key[" + Quoted.bounded(key) + "]";
        if (noise.allows()) {
            LOG.error("kv change not stored request=[{}]", what, failure);
        }
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                what + " refused: "
                        + (failure instanceof KvStoreFull full
                                ? full.getMessage()
                                : "it could not be stored, see the log of the name server"));
    }
}
