package io.pharos.protocol.auth;

import io.pharos.protocol.frame.ExtFields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Signatures of frames: HMAC-SHA1, in Base64, over the values of all ext fields but the signature, in the order of their
 * names, and the body. Source: the original's {@code AclUtils} and {@code AclSigner}.
 *
 * <p>Code, version, opaque, flags, language and remark are not covered, and nothing keeps a signed request from being
 * sent again: on a network that others can read, use TLS.
 */
public final class Signatures {
    /** Names the credential. */
    public static final String ACCESS_KEY = "AccessKey";

    /** Holds the signature. */
    public static final String SIGNATURE = "Signature";

    /** What the original's clients add after they have signed; its brokers add them before. */
    private static final Set<String> ZONE_FIELDS = Set.of("__ZONE_NAME", "__ZONE_MODE");

    private Signatures() {}

    /** The fields with those that sign them and the body. A signature that is there already is replaced. */
    public static ExtFields signed(ExtFields fields, ByteBuffer body, Credential credential) {
        ExtFields.Builder all = ExtFields.builder();
        fields.forEach((name, value) -> {
            if (!name.equals(ACCESS_KEY) && !name.equals(SIGNATURE)) {
                all.put(name, value);
            }
        });
        all.put(ACCESS_KEY, credential.accessKey());
        ExtFields named = all.build();
        byte[] signature = sign(named, body, credential, Set.of());
        return all.put(SIGNATURE, Base64.getEncoder().encodeToString(signature)).build();
    }

    /** Whether fields and body are signed with a credential. Takes the same time whatever is wrong with a signature. */
    public static boolean areSigned(ExtFields fields, ByteBuffer body, Credential credential) {
        byte[] given = decoded(fields.get(SIGNATURE));
        if (given == null || !credential.accessKey().equals(fields.get(ACCESS_KEY))) {
            return false;
        }
        return MessageDigest.isEqual(given, sign(fields, body, credential, Set.of()))
                || (hasZone(fields) && MessageDigest.isEqual(given, sign(fields, body, credential, ZONE_FIELDS)));
    }

    private static boolean hasZone(ExtFields fields) {
        return ZONE_FIELDS.stream().anyMatch(name -> fields.get(name) != null);
    }

    private static byte[] sign(ExtFields fields, ByteBuffer body, Credential credential, Set<String> leftOut) {
        TreeMap<String, String> sorted = new TreeMap<>();
        fields.forEach((name, value) -> {
            if (!name.equals(SIGNATURE) && !leftOut.contains(name)) {
                sorted.put(name, value);
            }
        });
        Mac mac = credential.mac();
        sorted.values().forEach(value -> mac.update(value.getBytes(StandardCharsets.UTF_8)));
        mac.update(body.duplicate());
        return mac.doFinal();
    }

    private static byte @Nullable [] decoded(@Nullable String signature) {
        if (signature == null) {
            return null;
        }
        try {
            return Base64.getDecoder().decode(signature);
        } catch (IllegalArgumentException noBase64) {
            return null;
        }
    }
}
