package io.pharos.remoting;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Reads certificates and private keys in PEM form. Stateless. */
final class PemFiles {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN (ENCRYPTED )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]*)-----END ");
    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "Ed25519");

    private PemFiles() {}

    /** The certificates of a file's content, at least one, in its order. */
    static X509Certificate[] certificates(byte[] pem) throws IOException, GeneralSecurityException {
        List<X509Certificate> found = new ArrayList<>();
        try (ByteArrayInputStream in = new ByteArrayInputStream(pem)) {
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                found.add((X509Certificate) certificate);
            }
        }
        if (found.isEmpty()) {
            throw new GeneralSecurityException("no certificate in the file");
        }
        return found.toArray(new X509Certificate[0]);
    }

    /** The private key of a file's content: PKCS#8, encrypted when there is a password. */
    static PrivateKey privateKey(byte[] pem, @Nullable String password) throws IOException, GeneralSecurityException {
        Matcher block = KEY.matcher(new String(pem, StandardCharsets.US_ASCII));
        if (!block.find()) {
            throw new GeneralSecurityException("no PKCS#8 private key in the file (BEGIN PRIVATE KEY)");
        }
        byte[] der = Base64.getMimeDecoder().decode(block.group(2));
        PKCS8EncodedKeySpec spec = block.group(1) == null ? new PKCS8EncodedKeySpec(der) : decrypt(der, password);
        InvalidKeySpecException last = null;
        for (String algorithm : KEY_ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException other) {
                last = other;
            }
        }
        throw new GeneralSecurityException("the private key is none of " + KEY_ALGORITHMS, last);
    }

    /** Fails when the key is not that of the certificate, as it happens between the copies of two files. */
    static void requirePair(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm().toUpperCase(Locale.ROOT)) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] probe = {1, 2, 3, 4};
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key);
        signer.update(probe);
        byte[] signature = signer.sign();
        signer.initVerify(certificate.getPublicKey());
        signer.update(probe);
        if (!signer.verify(signature)) {
            throw new GeneralSecurityException("the private key is not that of the certificate");
        }
    }

    private static PKCS8EncodedKeySpec decrypt(byte[] der, @Nullable String password)
            throws IOException, GeneralSecurityException {
        if (password == null) {
            throw new GeneralSecurityException("the private key is encrypted and there is no password");
        }
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
        // For PBES2 the scheme's full name is what its parameters print as.
        String scheme = "PBES2".equals(info.getAlgName()) || "1.2.840.113549.1.5.13".equals(info.getAlgName())
                ? info.getAlgParameters().toString()
                : info.getAlgName();
        Cipher cipher = Cipher.getInstance(scheme);
        cipher.init(
                Cipher.DECRYPT_MODE,
                SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec(password.toCharArray())),
                info.getAlgParameters());
        return info.getKeySpec(cipher);
    }
}
