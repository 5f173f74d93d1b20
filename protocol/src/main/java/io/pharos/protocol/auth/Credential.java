package io.pharos.protocol.auth;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A name and the secret that goes with it. Immutable and thread-safe; shows its name and never its secret. */
public final class Credential {
    private static final String ALGORITHM = "HmacSHA1";

    private final String accessKey;
    private final SecretKeySpec secret;

    /**
     * Creates one.
     *
     * @param accessKey its name; not blank
     * @param secretKey its secret; not empty
     */
    public Credential(String accessKey, String secretKey) {
        if (accessKey.isBlank() || secretKey.isEmpty()) {
            throw new IllegalArgumentException("a credential needs an accessKey and a secretKey");
        }
        this.accessKey = accessKey;
        this.secret = new SecretKeySpec(secretKey.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** Its name, which everybody may see. */
    public String accessKey() {
        return accessKey;
    }

    /** The HMAC-SHA1 that is fed with what is to be signed. */
    Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac;
        } catch (NoSuchAlgorithmException | InvalidKeyException missing) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
        }
    }

    @Override
    public String toString() {
        return "credential[" + accessKey + "]";
    }
}
