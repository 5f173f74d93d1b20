package io.pharos.nameserver.watch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.pharos.nameserver.route.RouteQuery;
import io.pharos.nameserver.route.RouteSource;
import io.pharos.protocol.extension.ExtensionCodes;
import io.pharos.protocol.frame.Reply;
import io.pharos.protocol.namesrv.GetRouteInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Encodes news once for all watchers that ask the same. What is kept is bounded in bytes. Thread-safe. */
final class NewsRoom {
    private static final int ENTRY_BYTES = 200;

    private final RouteSource source;
    private final Cache<RouteQuery, News> kept;

    NewsRoom(RouteSource source, long maxBytes) {
        this.source = source;
        this.kept = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((RouteQuery query, News news) -> 2 * news.entry().length + ENTRY_BYTES)
                .executor(Runnable::run)
                .build();
    }

    /**
     * What is so now.
     *
     * @param told revision of what the watcher was told last; null for nothing
     */
    News now(RouteQuery query, @Nullable String told) {
        Reply reply = source.current(query, told);
        String revision =
                Objects.requireNonNull(GetRouteInfo.Answer.from(reply.ext()).revision(), "revision");
        if (reply.code() == ExtensionCodes.ROUTE_UNCHANGED) {
            return News.of(query, revision, reply);
        }
        News known = kept.getIfPresent(query);
        if (known == null || !known.revision().equals(revision)) {
            known = News.of(query, revision, reply);
            kept.put(query, known);
        }
        return known;
    }
}
