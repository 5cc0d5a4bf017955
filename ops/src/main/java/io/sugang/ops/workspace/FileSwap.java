package io.sugang.ops.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Files that are replaced in one step, and folders that are deleted whole. */
public final class FileSwap {
  private FileSwap() {}

  public static void write(Path file, String text) {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(partial, text);
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException denied) {
      throw new Failure("%s cannot be written: %s".formatted(file, denied.getMessage()));
    }
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new Failure("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
    }
  }

  public static void move(Path from, Path to) {
    try {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException denied) {
      throw new Failure("%s cannot be moved: %s".formatted(from, denied.getMessage()));
    }
  }

  /** Deletes a file or a folder with all that is in it; a link is deleted itself. */
  public static void delete(Path path) {
    if (!Files.exists(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException denied) {
      throw new Failure("%s cannot be deleted: %s".formatted(path, denied.getMessage()));
    }
  }
}
