package io.pharos.nameserver.config;

import static io.pharos.nameserver.config.ConfigKey.flag;
import static io.pharos.nameserver.config.ConfigKey.number;
import static io.pharos.nameserver.config.ConfigKey.text;

import io.pharos.nameserver.config.ConfigKey.Use;
import java.util.List;

/** Keys of the original's transport that an operator's file may hold and this server has no use for. */
final class UnusedKeys {
    private static final String SERVER = "Of the original's transport; it has no effect here.";
    private static final String CLIENT = "Of the original's outgoing client; it has no effect here.";

    static final List<ConfigKey<?>> LIST = List.of(
            server("serverWorkerThreads", 8),
            server("serverCallbackExecutorThreads", 0),
            server("serverOnewaySemaphoreValue", 256),
            server("serverAsyncSemaphoreValue", 64),
            flag("serverNettyWorkerGroupEnable", true, Use.NONE, SERVER),
            flag("serverPooledByteBufAllocatorEnable", true, Use.NONE, SERVER),
            flag("useEpollNativeSelector", false, Use.NONE, SERVER),
            client("clientWorkerThreads", 4),
            client("clientCallbackExecutorThreads", 0),
            client("clientOnewaySemaphoreValue", 65_535),
            client("clientAsyncSemaphoreValue", 65_535),
            client("connectTimeoutMillis", 3_000),
            client("channelNotActiveInterval", 60_000),
            flag("isScanAvailableNameSrv", true, Use.HIDDEN, CLIENT),
            flag("scanAvailableNameSrv", true, Use.HIDDEN, CLIENT),
            client("clientChannelMaxIdleTimeSeconds", 120),
            client("clientSocketSndBufSize", 0),
            client("clientSocketRcvBufSize", 0),
            flag("clientPooledByteBufAllocatorEnable", false, Use.HIDDEN, CLIENT),
            flag("clientCloseSocketIfTimeout", true, Use.HIDDEN, CLIENT),
            text("socksProxyConfig", "{}", Use.HIDDEN, CLIENT),
            flag("disableCallbackExecutor", false, Use.HIDDEN, CLIENT),
            flag("disableNettyWorkerGroup", false, Use.HIDDEN, CLIENT),
            client("maxReconnectIntervalTimeSeconds", 60),
            flag("enableReconnectForGoAway", true, Use.HIDDEN, CLIENT));

    private UnusedKeys() {}

    private static ConfigKey<Long> server(String name, long defaultValue) {
        return number(name, defaultValue, 0, Integer.MAX_VALUE, Use.NONE, SERVER);
    }

    private static ConfigKey<Long> client(String name, long defaultValue) {
        return number(name, defaultValue, 0, Integer.MAX_VALUE, Use.HIDDEN, CLIENT);
    }
}
