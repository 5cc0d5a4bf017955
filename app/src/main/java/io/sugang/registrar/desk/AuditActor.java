package io.sugang.registrar.desk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who acted, read from the text of an event.
 *
 * @param role like {@code registrar}; the whole text where it names no id
 */
record AuditActor(String role, @Nullable Long id) {
  private static final Pattern TEXT = Pattern.compile("([a-z]+):([0-9]{1,18})");
  private static final String STUDENT = "student";
  private static final String LOAD = "load";

  static AuditActor of(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? new AuditActor(parts.group(1), Long.valueOf(parts.group(2)))
        : new AuditActor(text, null);
  }

  @Nullable Long studentId() {
    return role.equals(STUDENT) ? id : null;
  }

  @Nullable Long staffId() {
    return role.equals(STUDENT) || role.equals(LOAD) ? null : id;
  }
}
