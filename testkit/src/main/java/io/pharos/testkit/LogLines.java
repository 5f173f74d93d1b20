package io.pharos.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What is logged, as text, from its creation to its close. Thread-safe; tests that use it do not run at once. */
public final class LogLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level before;
    private final AppenderBase<ILoggingEvent> appender;

    /**
     * Listens.
     *
     * @param name of the logger, whose children are heard too
     */
    public LogLines(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                lines.add(event.getFormattedMessage());
            }
        };
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    /** The lines that begin with some words, in the order of their writing. */
    public List<String> of(String words) {
        return lines.stream().filter(line -> line.startsWith(words)).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
    }
}
