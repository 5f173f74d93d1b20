package io.pharos.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/**
 * A self-signed certificate for no host in particular, in PEM files.
 *
 * @param certificate file with the certificate
 * @param key file with the unencrypted PKCS#8 key
 * @param pair the key in memory
 */
public record TestCertificate(Path certificate, Path key, KeyPair pair) {

    /** Creates one in {@code folder}, with {@code name} as its subject and in the names of the files. */
    public static TestCertificate create(Path folder, String name)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        KeyPair pair = generator.generateKeyPair();
        X500Name subject = new X500Name("CN=" + name);
        byte[] der = new X509v3CertificateBuilder(
                        subject,
                        BigInteger.valueOf(new SecureRandom().nextLong() & Long.MAX_VALUE),
                        Date.from(Instant.parse("2020-01-01T00:00:00Z")),
                        Date.from(Instant.parse("2120-01-01T00:00:00Z")),
                        subject,
                        SubjectPublicKeyInfo.getInstance(pair.getPublic().getEncoded()))
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                .getEncoded();
        return new TestCertificate(
                write(folder.resolve(name + ".pem"), "CERTIFICATE", der),
                write(
                        folder.resolve(name + ".key"),
                        "PRIVATE KEY",
                        pair.getPrivate().getEncoded()),
                pair);
    }

    /** Writes the key once more, encrypted, and gives its file. */
    public Path encryptedKey(String password) throws IOException, OperatorCreationException {
        PemObject pem = new JcaPKCS8Generator(
                        pair.getPrivate(),
                        new JceOpenSSLPKCS8EncryptorBuilder(JcaPKCS8Generator.AES_256_CBC)
                                .setProvider(new BouncyCastleProvider())
                                .setPRF(JcaPKCS8Generator.PRF_HMACSHA256)
                                .setPassword(password.toCharArray())
                                .build())
                .generate();
        return write(Path.of(key + ".enc"), "ENCRYPTED PRIVATE KEY", pem.getContent());
    }

    /** Makes client sockets that trust these certificates and no others. */
    public static SSLSocketFactory trustingFactory(TestCertificate... trusted)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (TestCertificate each : trusted) {
            try (InputStream pem = Files.newInputStream(each.certificate)) {
                store.setCertificateEntry(
                        each.certificate.toString(),
                        CertificateFactory.getInstance("X.509").generateCertificate(pem));
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }

    private static Path write(Path file, String type, byte[] der) throws IOException {
        return Files.writeString(
                file,
                "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + type
                        + "-----\n");
    }
}
