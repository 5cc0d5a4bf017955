package io.sugang.servers;

import java.nio.file.Files;
import java.nio.file.Path;

/** The settings files that production starts its servers with; tests use the same ones. */
final class ShippedSettings {
  static final Path MYSQL = file("mysql/sugang.cnf");
  static final Path REDIS = file("redis/redis.conf");

  private ShippedSettings() {}

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
