package io.sugang.registrar.desk;

import io.sugang.audit.LoggedEvent;
import io.sugang.registrar.desk.AuditWords.EventWords;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Events as CSV: UTF-8 with a byte order mark, each cell in quotes, in words first and then as the
 * table has them. What a spreadsheet would take for a formula has an apostrophe before it. That
 * holds too where the spreadsheet separates cells by a semicolon or a tab. Such a spreadsheet does
 * not see the quotes in the middle of a line, and so splits a text that has one.
 */
final class AuditCsv {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final List<String> WORDS =
      List.of(
          "event", "at", "actor", "action", "target", "number", "student", "code", "course",
          "outcome", "change", "reason");
  private static final List<String> VALUES =
      List.of(
          "at_utc",
          "actor",
          "action",
          "target",
          "student_id",
          "course_id",
          "enrollment_id",
          "outcome",
          "detail",
          "session");

  // Full-width and small forms count too: some spreadsheets read them as the plain ones.
  private static final String BEFORE_A_FORMULA = "(?=[\\s\\p{Z}\\p{Cf}\"]*[=+\\-@＝＋－＠﹦﹢﹣﹫])";
  private static final Pattern BEGINS =
      Pattern.compile("\\A(?:" + BEFORE_A_FORMULA + "|(?=[\\t\\r\\n]))");
  private static final Pattern BEGINS_INSIDE = Pattern.compile("([;\\t\\r\\n])" + BEFORE_A_FORMULA);
  private static final int LENGTH = 400;

  private AuditCsv() {}

  static byte[] of(List<LoggedEvent> events, AuditLanguage language, AuditWords words) {
    StringBuilder csv = new StringBuilder(LENGTH * (events.size() + 1));
    csv.append(BYTE_ORDER_MARK);
    WORDS.forEach(name -> cell(csv, language.word("column", name)));
    VALUES.forEach(name -> cell(csv, name));
    end(csv);
    for (LoggedEvent event : events) {
      EventWords said = words.of(event);
      cell(csv, event.eventId());
      cell(csv, said.at());
      cell(csv, said.actor());
      cell(csv, said.action());
      cell(csv, said.target());
      cell(csv, said.studentNumber());
      cell(csv, said.student());
      cell(csv, said.courseCode());
      cell(csv, said.course());
      cell(csv, said.outcome());
      cell(csv, said.change());
      cell(csv, event.reason());
      cell(csv, event.at());
      cell(csv, event.actor());
      cell(csv, event.action());
      cell(csv, event.target());
      cell(csv, event.studentId());
      cell(csv, event.courseId());
      cell(csv, event.enrollmentId());
      cell(csv, event.outcome());
      cell(csv, event.detail());
      cell(csv, session(event.sessionId()));
      end(csv);
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the number of a session as a text; it is random and beyond what JavaScript counts. */
  static @Nullable String session(@Nullable Long sessionId) {
    return sessionId == null ? null : HexFormat.of().toHexDigits(sessionId);
  }

  // A number without quotes in front would make the quotes of the line part of its text.
  private static void cell(StringBuilder csv, @Nullable Object value) {
    if (value != null) {
      String text = BEGINS.matcher(value.toString()).replaceFirst("'");
      String safe = BEGINS_INSIDE.matcher(text).replaceAll("$1'");
      csv.append('"').append(safe.replace("\"", "\"\"")).append('"');
    }
    csv.append(',');
  }

  private static void end(StringBuilder csv) {
    csv.setLength(csv.length() - 1);
    csv.append("\r\n");
  }
}
