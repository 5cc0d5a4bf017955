package io.sugang.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/**
 * A server's key and certificate for 127.0.0.1 alone, signed by itself: as servers read them (PEM),
 * and as a JVM reads whom to trust.
 */
public record Certificates(Path key, Path certificate, Path trustStore) {
  public static final String PASSWORD = "changeit";

  /** Makes certificates by the JDK's own keytool, below {@code folder}. */
  public static Certificates in(Path folder) throws IOException, InterruptedException {
    var store = folder.resolve("server.p12");
    var made =
        new Certificates(
            folder.resolve("key.pem"), folder.resolve("cert.pem"), folder.resolve("trust.p12"));
    keytool(
        "-genkeypair -alias server -keyalg EC -validity 2 -dname CN=sugang-test -ext san=ip:127.0.0.1"
            + " -ext bc=ca:true -storetype PKCS12 -storepass "
            + PASSWORD
            + " -keystore",
        store);
    try {
      var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      var key = Objects.requireNonNull(keys.getKey("server", PASSWORD.toCharArray()));
      var certificate = keys.getCertificate("server");
      Files.writeString(made.key, pem("PRIVATE KEY", key.getEncoded()));
      Files.writeString(made.certificate, pem("CERTIFICATE", certificate.getEncoded()));
      var trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("server", certificate);
      try (var out = Files.newOutputStream(made.trustStore)) {
        trusted.store(out, PASSWORD.toCharArray());
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return made;
  }

  private static void keytool(String options, Path store) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(options.split(" ")));
    command.add(store.toString());
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), US_ASCII);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(said);
    }
  }

  private static String pem(String type, byte[] encoded) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded));
  }
}
