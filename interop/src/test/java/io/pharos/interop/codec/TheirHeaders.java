package io.pharos.interop.codec;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.apache.rocketmq.remoting.CommandCustomHeader;
import org.apache.rocketmq.remoting.annotation.CFNotNull;
import org.jspecify.annotations.Nullable;

/** Generated values of any header class of the original: each field by its type, null where it may be. */
final class TheirHeaders {
    private static final double ABSENT = 0.3;

    private TheirHeaders() {}

    static <T extends CommandCustomHeader> Arbitrary<T> of(Class<T> type) {
        List<Field> fields = Headers.all(type);
        List<Arbitrary<@Nullable Object>> values = new ArrayList<>();
        fields.forEach(field -> values.add(value(field)));
        return Combinators.combine(values).as(list -> filled(type, fields, list));
    }

    private static Arbitrary<@Nullable Object> value(Field field) {
        Arbitrary<@Nullable Object> values = arbitrary(field).asGeneric();
        boolean always =
                field.isAnnotationPresent(CFNotNull.class) || field.getType().isPrimitive();
        return always ? values : values.injectNull(ABSENT);
    }

    /** Within the ranges that we accept; what lies outside is refused by name, as tests of the requests say. */
    private static Arbitrary<?> arbitrary(Field field) {
        return switch (field.getName()) {
            case "brokerId" -> Arbitraries.longs().greaterOrEqual(-1);
            case "heartbeatTimeoutMillis" -> Arbitraries.longs().between(1_000, 3_600_000);
            default -> arbitrary(field.getType());
        };
    }

    private static Arbitrary<?> arbitrary(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> Texts.names();
            case "Long" -> Arbitraries.longs();
            case "Integer" -> Arbitraries.integers();
            case "Boolean", "boolean" -> Arbitraries.of(true, false);
            default -> throw new AssertionError("no values for " + type);
        };
    }

    private static <T> T filled(Class<T> type, List<Field> fields, List<@Nullable Object> values) {
        try {
            T header = type.getDeclaredConstructor().newInstance();
            for (int i = 0; i < values.size(); i++) {
                fields.get(i).set(header, values.get(i));
            }
            return header;
        } catch (ReflectiveOperationException impossible) {
            throw new LinkageError(type.getName(), impossible);
        }
    }
}
