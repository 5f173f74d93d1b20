package io.pharos.nameserver.handler;

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
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The four requests of the key-value store. Changes block on the disk. */
final class KvHandlers {
    private static final Logger LOG = LoggerFactory.getLogger(KvHandlers.class);

    private final KvStore kv;

    KvHandlers(KvStore kv) {
        this.kv = kv;
    }

    Reply put(PutKvConfig request) {
        try {
            kv.put(request.namespace(), request.key(), request.value());
            return Reply.OK;
        } catch (IOException failure) {
            throw notStored(PutKvConfig.SPEC, request.namespace(), request.key(), failure);
        }
    }

    Reply delete(DeleteKvConfig request) {
        try {
            kv.delete(request.namespace(), request.key());
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

    /** What the disk said goes to the log alone: it names paths of this machine. */
    private static RequestFailed notStored(RequestSpec<?> spec, String namespace, String key, IOException failure) {
        String what = spec.name() + " of namespace[" + Quoted.bounded(namespace) + "] key[" + Quoted.bounded(key) + "]";
        LOG.error("kv change not stored request={}", what, failure);
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR,
                what + " refused: "
                        + (failure instanceof KvStoreFull full
                                ? full.getMessage()
                                : "it could not be stored, see the log of the name server"));
    }
}
