package io.pharos.nameserver.handler;

import io.pharos.nameserver.kv.KvStore;
import io.pharos.protocol.frame.Quoted;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.frame.RequestFailed;
import io.pharos.protocol.frame.ResponseCode;
import io.pharos.protocol.namesrv.DeleteKvConfig;
import io.pharos.protocol.namesrv.GetKvConfig;
import io.pharos.protocol.namesrv.GetKvListByNamespace;
import io.pharos.protocol.namesrv.PutKvConfig;
import io.pharos.protocol.route.KvTable;
import java.io.IOException;
import java.util.TreeMap;
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
            throw notStored(failure);
        }
    }

    Reply delete(DeleteKvConfig request) {
        try {
            kv.delete(request.namespace(), request.key());
            return Reply.OK;
        } catch (IOException failure) {
            throw notStored(failure);
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
        return kv.namespace(request.namespace())
                .map(table -> Reply.ok(new KvTable(new TreeMap<>(table)).encode()))
                .orElseThrow(() -> new RequestFailed(
                        ResponseCode.QUERY_NOT_FOUND,
                        "No config item, Namespace: " + Quoted.bounded(request.namespace())));
    }

    private static RequestFailed notStored(IOException failure) {
        LOG.error("kv change not stored", failure);
        return new RequestFailed(
                ResponseCode.SYSTEM_ERROR, "kv change refused: it could not be stored, see the log of the name server");
    }
}
