package io.pharos.remoting;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Watches every buffer of every test and fails the class after which one was found that nobody can reach and nobody has
 * released. JUnit finds it by itself, before any class of the network library is loaded that would keep another
 * detector. A leak that is found late is laid at the door of a later class, but no build passes with one.
 */
public final class LeakGuard implements BeforeAllCallback, AfterAllCallback {
    private static final int COLLECTIONS = 50;
    private static final long PATIENCE_MILLIS = 200;
    private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();
    private static final List<Detector<?>> DETECTORS = new CopyOnWriteArrayList<>();

    static {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new Detectors());
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
            throw new IllegalStateException("somebody has switched the leak detection off");
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws InterruptedException {
        List<String> leaks = leaks();
        if (!leaks.isEmpty()) {
            throw new AssertionError("not released: " + String.join("\n", leaks));
        }
    }

    /** What was leaked since the last call; collects garbage first. */
    static List<String> leaks() throws InterruptedException {
        collectGarbage();
        DETECTORS.forEach(Detector::look);
        List<String> found = new ArrayList<>();
        for (String report = REPORTS.poll(); report != null; report = REPORTS.poll()) {
            found.add(report);
        }
        return found;
    }

    /** Returns when what was unreachable at the call has been enqueued. */
    private static void collectGarbage() throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        // Twice, because the first sentinel may be enqueued before another reference of the same collection.
        for (int round = 0; round < 2; round++) {
            Reference<Object> sentinel = new PhantomReference<>(new Object(), queue);
            boolean collected = false;
            for (int i = 0; i < COLLECTIONS && !collected; i++) {
                System.gc();
                collected = queue.remove(PATIENCE_MILLIS) == sentinel;
            }
            if (!collected) {
                throw new IllegalStateException("the JVM collects no garbage");
            }
        }
    }

    private static final class Detectors extends ResourceLeakDetectorFactory {
        @Override
        @SuppressWarnings("deprecation") // Abstract in the library, although nobody calls it any more.
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int interval, long ignored) {
            return newResourceLeakDetector(type, interval);
        }

        @Override
        public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int interval) {
            Detector<T> detector = new Detector<>(type, interval);
            DETECTORS.add(detector);
            return detector;
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {
        Detector(Class<T> type, int interval) {
            super(type, interval);
        }

        /** Has the library look at what the garbage collector found, which it does when something is tracked. */
        @SuppressWarnings("unchecked") // The library never looks at what is tracked.
        void look() {
            Object any = new Object();
            ResourceLeakTracker<Object> tracker = ((ResourceLeakDetector<Object>) this).track(any);
            if (tracker != null) {
                tracker.close(any);
            }
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String type, String records) {
            REPORTS.add(type + records);
        }

        @Override
        protected void reportUntracedLeak(String type) {
            REPORTS.add(type);
        }
    }
}
