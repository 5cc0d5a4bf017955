package io.sugang.platform.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;

/**
 * Sources of the scripts, one file per operation, packaged from the folder {@code lua/}.
 *
 * <p>A line {@code --#include NAME} stands for the lines of {@code lua/include/NAME.lua}. An
 * included file includes no other.
 */
public final class LuaFile {
  private static final String DIRECTIVE = "--#";
  private static final String INCLUDE = DIRECTIVE + "include ";

  private LuaFile() {}

  /**
   * Returns the source of a script with its includes. The caller keeps it: a {@code RedisScript} of
   * a file checks at each call whether the file has changed, which in a jar takes some 15 µs
   * (docs/performance.md).
   *
   * @param operation name of the file, without its ending
   * @throws IllegalArgumentException when there is no such script, or one of its includes is
   *     unknown
   */
  public static String read(String operation) {
    String script = "lua/" + operation + ".lua";
    return text(script, "There is no script " + script + ".")
        .lines()
        .map(line -> resolved(line, script))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String resolved(String line, String script) {
    if (!line.startsWith(DIRECTIVE)) {
      return line;
    }
    if (!line.startsWith(INCLUDE)) {
      throw new IllegalArgumentException(
          "%s has the unknown directive \"%s\". The only one is \"%sNAME\"."
              .formatted(script, line, INCLUDE));
    }
    String included = "lua/include/" + line.substring(INCLUDE.length()).strip() + ".lua";
    String text =
        text(
            included,
            "%s has the line \"%s\", but there is no %s.".formatted(script, line, included));
    if (text.lines().anyMatch(nested -> nested.startsWith(DIRECTIVE))) {
      throw new IllegalArgumentException(
          "%s has a line that begins with \"%s\". An included file includes no other."
              .formatted(included, DIRECTIVE));
    }
    return text.stripTrailing();
  }

  private static String text(String path, String missing) {
    ClassPathResource file = new ClassPathResource(path);
    if (!file.exists()) {
      throw new IllegalArgumentException(missing);
    }
    try {
      return file.getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The script " + file + " of this jar cannot be read", e);
    }
  }
}
