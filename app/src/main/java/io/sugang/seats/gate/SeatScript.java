package io.sugang.seats.gate;

import io.sugang.platform.redis.LuaFile;
import java.util.Locale;
import org.springframework.data.redis.core.script.DigestUtils;

/** The scripts of the gate, one file per operation, packaged from the folder {@code lua/}. */
enum SeatScript {
  ENROLL,
  CONFIRM,
  RELEASE,
  MARK_CANCEL,
  SUMMARIZE_COURSE,
  BEGIN_ROSTER_LOAD,
  LOAD_ROSTER,
  RAISE_CAPACITY;

  private final String source;
  private final String sha1;

  SeatScript() {
    source = LuaFile.read(name().toLowerCase(Locale.ROOT));
    sha1 = DigestUtils.sha1DigestAsHex(source);
  }

  String source() {
    return source;
  }

  String sha1() {
    return sha1;
  }
}
