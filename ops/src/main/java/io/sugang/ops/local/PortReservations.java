package io.sugang.ops.local;

import io.sugang.ops.workspace.UnixUser;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The ports that running commands of this user have chosen and perhaps not opened yet, a line each:
 * port, pid and start time of the command. An instance opens its port after its warm-up, a minute
 * after the choice.
 */
public final class PortReservations {
  private final Path folder;

  public PortReservations(Path folder) {
    this.folder = folder;
  }

  /** Returns the reservations of all commands of this user. */
  public static PortReservations ofUser() {
    return new PortReservations(
        Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp"), "sugang-" + UnixUser.id()));
  }

  /**
   * Reserves a port for this command until it ends. Without a folder of this user only what listens
   * counts.
   *
   * @return false if another running command has it
   */
  public boolean reserve(int port) {
    long pid = ProcessHandle.current().pid();
    OptionalLong birth = ProcessBirth.of(pid);
    if (birth.isEmpty() || !usable()) {
      return true;
    }
    String line = port + " " + pid + " " + birth.getAsLong();
    // A lock of the system is per process, so threads of this one need the monitor too.
    synchronized (PortReservations.class) {
      try (var channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          var _ = channel.lock()) {
        List<String> living = living();
        if (!living.contains(line)) {
          if (living.stream().anyMatch(each -> each.startsWith(port + " "))) {
            return false;
          }
          living.add(line);
        }
        Files.write(folder.resolve("ports"), living);
        return true;
      } catch (IOException unusable) {
        return true;
      }
    }
  }

  private List<String> living() throws IOException {
    var living = new ArrayList<String>();
    Path file = folder.resolve("ports");
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split(" ");
        if (words.length == 3 && runs(words[1], words[2])) {
          living.add(line);
        }
      }
    }
    return living;
  }

  private static boolean runs(String pid, String birth) {
    try {
      OptionalLong now = ProcessBirth.of(Long.parseLong(pid));
      return now.isPresent() && now.getAsLong() == Long.parseLong(birth);
    } catch (NumberFormatException broken) {
      return false;
    }
  }

  private boolean usable() {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
      return ((Number) Files.getAttribute(folder, "unix:uid")).longValue() == UnixUser.id();
    } catch (IOException | UnsupportedOperationException unusable) {
      return false;
    }
  }
}
