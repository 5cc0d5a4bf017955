package io.sugang.desk;

import io.sugang.audit.LoggedEvent;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events as CSV: UTF-8 with a byte order mark, each cell in quotes. A cell that a spreadsheet would
 * take for a formula begins with an apostrophe.
 */
final class AuditCsv {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final String HEADER =
      "event_id,at,actor,action,target,student_id,course_id,enrollment_id,outcome,detail,reason,session\r\n";
  private static final String BEGINS_A_FORMULA = "=+-@\t\r\n";
  private static final int LENGTH = 160;

  private AuditCsv() {}

  static byte[] of(List<LoggedEvent> events) {
    StringBuilder csv = new StringBuilder(LENGTH * (events.size() + 1));
    csv.append(BYTE_ORDER_MARK).append(HEADER);
    for (LoggedEvent event : events) {
      number(csv, event.eventId()).append(',');
      cell(csv, event.at().toString()).append(',');
      cell(csv, event.actor()).append(',');
      cell(csv, event.action()).append(',');
      cell(csv, event.target()).append(',');
      number(csv, event.studentId()).append(',');
      number(csv, event.courseId()).append(',');
      number(csv, event.enrollmentId()).append(',');
      cell(csv, event.outcome()).append(',');
      cell(csv, event.detail()).append(',');
      cell(csv, event.reason()).append(',');
      cell(csv, session(event.sessionId())).append("\r\n");
    }
    return csv.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the number of a session as a text; it is random and beyond what JavaScript counts. */
  static @Nullable String session(@Nullable Long sessionId) {
    return sessionId == null ? null : HexFormat.of().toHexDigits(sessionId);
  }

  private static StringBuilder number(StringBuilder csv, @Nullable Long number) {
    return number == null ? csv : csv.append(number.longValue());
  }

  private static StringBuilder cell(StringBuilder csv, @Nullable String text) {
    if (text == null) {
      return csv;
    }
    csv.append('"');
    if (!text.isEmpty() && BEGINS_A_FORMULA.indexOf(text.charAt(0)) >= 0) {
      csv.append('\'');
    }
    return csv.append(text.replace("\"", "\"\"")).append('"');
  }
}
