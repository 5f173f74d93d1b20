package io.pharos.interop.peer;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONArray;
import com.alibaba.fastjson2.JSONObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** JSON in one order: no list of the name server's answers has a meaningful order, and no object has. */
final class Canonical {
    private Canonical() {}

    static String text(@Nullable Object value) {
        if (value instanceof JSONObject object) {
            TreeMap<String, String> members = new TreeMap<>();
            for (Map.Entry<?, ?> member : ((Map<?, ?>) object).entrySet()) {
                members.put(String.valueOf(member.getKey()), text(member.getValue()));
            }
            return members.entrySet().stream()
                    .map(member -> member.getKey() + ":" + member.getValue())
                    .collect(Collectors.joining("\n ", "{", "}"));
        }
        if (value instanceof JSONArray array) {
            List<String> elements = array.stream().map(Canonical::text).sorted().toList();
            return elements.toString();
        }
        return JSON.toJSONString(value);
    }
}
