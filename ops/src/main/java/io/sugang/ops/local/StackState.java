package io.sugang.ops.local;

import io.sugang.ops.workspace.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that a stack remembers between commands, in lines KEY=VALUE: ports, versions, its
 * scale.
 */
public final class StackState {
  private final Path file;

  public StackState(Path file) {
    this.file = file;
  }

  /** Returns the value, or "". */
  public String get(String key) {
    return lines().stream()
        .filter(line -> line.startsWith(key + "="))
        .findFirst()
        .map(line -> line.substring(key.length() + 1))
        .orElse("");
  }

  /** Returns the port of a part, or 0. */
  public int port(String key) {
    String port = get("PORT_" + key);
    return Ports.valid(port) ? Integer.parseInt(port) : 0;
  }

  /** Returns the number of instances that the last {@code up} was asked for, or 0. */
  public int scale() {
    String scale = get("SCALE");
    return scale.matches("[0-9]{1,2}") ? Integer.parseInt(scale) : 0;
  }

  public void keep(String key, String value) {
    var kept = new ArrayList<>(lines());
    kept.removeIf(line -> line.startsWith(key + "="));
    kept.add(key + "=" + value);
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(partial, kept);
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException denied) {
      throw new Failure("%s cannot be written: %s".formatted(file, denied.getMessage()));
    }
  }

  /** Returns all ports that are promised to parts of this stack. */
  List<Integer> ports() {
    return lines().stream()
        .filter(line -> line.startsWith("PORT_"))
        .map(line -> line.substring(line.indexOf('=') + 1))
        .filter(Ports::valid)
        .map(Integer::valueOf)
        .toList();
  }

  private List<String> lines() {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException unreadable) {
      throw new Failure("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
    }
  }
}
