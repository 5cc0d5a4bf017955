package io.sugang.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.util.FileSystemUtils;

/**
 * The data folder of a new MySQL, made once and then copied. Making one takes seconds, and every
 * test with servers of its own needs one.
 */
final class MySqlTemplate {
  /** Every server has an identity of its own. */
  private static final String IDENTITY = "auto.cnf";

  private final Path folder;

  /**
   * @param folder for the templates of all settings
   */
  MySqlTemplate(Path folder) {
    this.folder = folder;
  }

  /**
   * Copies the template to a folder that is not there yet.
   *
   * @param settings all that the content depends on
   * @param create makes a data folder
   */
  void copyTo(Path data, List<String> settings, Consumer<Path> create) {
    try {
      Files.createDirectories(folder);
      var template = folder.resolve(digest(settings));
      if (!Files.isDirectory(template)) {
        make(template, create);
      }
      FileSystemUtils.copyRecursively(template, data);
      Files.deleteIfExists(data.resolve(IDENTITY));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Whole or not at all, and by one process if several begin.
  private void make(Path template, Consumer<Path> create) throws IOException {
    var partial = Files.createTempDirectory(folder, "partial");
    try {
      var data = partial.resolve("data");
      create.accept(data);
      Files.move(data, template, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException otherWasFaster) {
      if (!Files.isDirectory(template)) {
        throw otherWasFaster;
      }
    } finally {
      FileSystemUtils.deleteRecursively(partial);
    }
  }

  private static String digest(List<String> settings) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      sha.update(String.join("\n", settings).getBytes(UTF_8));
      return HexFormat.of().formatHex(sha.digest()).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
