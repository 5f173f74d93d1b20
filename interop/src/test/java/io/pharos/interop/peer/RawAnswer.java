package io.pharos.interop.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it came over the wire, read without any of Pharos's codecs.
 *
 * @param code the response code
 * @param remark the remark; null if absent
 * @param fields the answer's ext fields, empty if absent
 * @param body the body as text, empty if absent
 */
public record RawAnswer(int code, @Nullable String remark, Map<String, String> fields, String body) {

    static RawAnswer of(byte[] header, byte[] body) {
        JSONObject json = JSON.parseObject(header);
        Map<String, String> fields = new java.util.TreeMap<>();
        @Nullable JSONObject ext = json.getJSONObject("extFields");
        if (ext != null) {
            ext.forEach((key, value) -> fields.put(key, String.valueOf(value)));
        }
        return new RawAnswer(json.getIntValue("code"), json.getString("remark"), fields, new String(body, UTF_8));
    }

    /** The body as JSON; both of the original's dialects are read. */
    public JSONObject json() {
        return JSON.parseObject(body);
    }

    /** The body with members and lists in one order, so that two answers can be compared. */
    public String canonicalBody() {
        return Canonical.text(json());
    }
}
