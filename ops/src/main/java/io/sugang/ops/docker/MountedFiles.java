package io.sugang.ops.docker;

import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/**
 * The folders of the clone that containers read. Each server runs as a user of its image, so others
 * than the owner need the right to read; a clone made with the umask 027 or 077 lacks it.
 */
final class MountedFiles {
  private static final List<String> FOLDERS = List.of("nginx", "mysql", "redis", "observe");

  private MountedFiles() {}

  /** Throws a failure that names the first unreadable file and the command that helps. */
  static void requireReadable(Path root) {
    for (String name : FOLDERS) {
      Path folder = root.resolve(name);
      if (Files.isDirectory(folder)) {
        try {
          Files.walkFileTree(folder, new ReadRights(root));
        } catch (IOException unreadable) {
          throw new Failure("%s cannot be read: %s".formatted(folder, unreadable.getMessage()));
        }
      }
    }
  }

  private static final class ReadRights extends SimpleFileVisitor<Path> {
    private final Path root;

    ReadRights(Path root) {
      this.root = root;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      require(folder, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      require(file, PosixFilePermission.OTHERS_READ);
      return FileVisitResult.CONTINUE;
    }

    private void require(Path file, PosixFilePermission... wanted) throws IOException {
      if (!Files.getPosixFilePermissions(file).containsAll(Set.of(wanted))) {
        throw new Failure(
            "%s cannot be read by the users of the containers (a umask such as 077 does this). Allow it: chmod -R o+rX %s"
                .formatted(
                    file,
                    String.join(
                        " ",
                        FOLDERS.stream().map(name -> "'" + root.resolve(name) + "'").toList())));
      }
    }
  }
}
