package io.sugang.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The settings files that production starts its servers with; tests use the same ones. */
final class ShippedSettings {
  static final Path MYSQL = file("mysql/sugang.cnf");
  static final Path MYSQL_ACCOUNTS = file("mysql/accounts.sql");

  static final Path NGINX = file("nginx/nginx.conf");

  private static final Path REDIS = file("redis/redis.conf");
  private static final Path REDIS_USERS = file("redis/users.acl");

  private ShippedSettings() {}

  /** The whole of Redis' settings, with one password for all users of {@code users.acl}. */
  static String redis(String password) {
    try {
      var hash =
          HexFormat.of()
              .formatHex(MessageDigest.getInstance("SHA-256").digest(password.getBytes(UTF_8)));
      return Files.readString(REDIS)
          + "\n"
          + Files.readString(REDIS_USERS).replaceAll("#\\{[A-Z_]+}", "#" + hash);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path file(String name) {
    // Maven runs tests in app/, editors often in the folder above it.
    for (var root : new String[] {"..", "."}) {
      var path = Path.of(root, name).toAbsolutePath().normalize();
      if (Files.isRegularFile(path)) {
        return path;
      }
    }
    throw new IllegalStateException(
        "%s is missing. Run the tests in app/ of a complete checkout.".formatted(name));
  }
}
