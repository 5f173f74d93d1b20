package io.pharos.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.util.FileSize;
import org.jspecify.annotations.Nullable;

/**
 * Sets up logging in code, because reading an XML file costs a noticeable part of the start. Found by Logback through
 * the service loader.
 *
 * <p>Lines go to standard output, or, when {@code PHAROS_LOG_DIR} names a folder, to {@code pharos.log} there: ten files
 * of 64 MB at most. {@code PHAROS_LOG_LEVEL} is a level name, INFO by default.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{0} %msg%n";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(System.getenv("PHAROS_LOG_LEVEL"), Level.INFO));
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        String folder = System.getenv("PHAROS_LOG_DIR");
        if (isSet(folder)) {
            root.addAppender(file(context, encoder, folder + "/pharos.log"));
        } else {
            ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
            console.setContext(context);
            console.setEncoder(encoder);
            console.start();
            root.addAppender(console);
        }
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static RollingFileAppender<ILoggingEvent> file(
            LoggerContext context, PatternLayoutEncoder encoder, String path) {
        RollingFileAppender<ILoggingEvent> file = new RollingFileAppender<>();
        file.setContext(context);
        file.setFile(path);
        file.setEncoder(encoder);
        FixedWindowRollingPolicy window = new FixedWindowRollingPolicy();
        window.setContext(context);
        window.setParent(file);
        window.setFileNamePattern(path + ".%i");
        window.setMaxIndex(9);
        window.start();
        SizeBasedTriggeringPolicy<ILoggingEvent> size = new SizeBasedTriggeringPolicy<>();
        size.setContext(context);
        size.setMaxFileSize(FileSize.valueOf("64MB"));
        size.start();
        file.setRollingPolicy(window);
        file.setTriggeringPolicy(size);
        file.start();
        return file;
    }

    private static boolean isSet(@Nullable String value) {
        return value != null && !value.isBlank();
    }
}
