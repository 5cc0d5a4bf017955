package io.sugang.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;

/** The scripts, one file per operation, packaged from the folder {@code lua/}. */
public final class LuaFile {
  private LuaFile() {}

  /**
   * The source of a script. To be kept: a {@code RedisScript} that is given the file looks at each
   * call whether it has changed, which in a jar takes some 15 µs (docs/performance.md).
   *
   * @param operation name of the file, without its ending
   */
  public static String read(String operation) {
    ClassPathResource file = new ClassPathResource("lua/" + operation + ".lua");
    try {
      return file.getContentAsString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("The script " + file + " of this jar cannot be read", e);
    }
  }
}
