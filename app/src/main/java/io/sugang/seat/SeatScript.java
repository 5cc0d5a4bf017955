package io.sugang.seat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.data.redis.core.script.DigestUtils;

/** The scripts of the gate, one file per operation, packaged from the folder {@code lua/}. */
enum SeatScript {
  ENROLL,
  CONFIRM,
  RELEASE,
  MARK,
  BEGIN,
  LOAD;

  private final String source;
  private final String sha1;

  SeatScript() {
    Resource file =
        new ClassPathResource("lua/" + name().toLowerCase(java.util.Locale.ROOT) + ".lua");
    try {
      source = file.getContentAsString(java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is missing from the build", e);
    }
    sha1 = DigestUtils.sha1DigestAsHex(source);
  }

  String source() {
    return source;
  }

  String sha1() {
    return sha1;
  }
}
