package io.sugang.enrollment.notice;

import java.sql.Types;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.SqlParameterValue;

/** The statement that writes notices, on the connection of the caller's transaction. */
public final class NoticeStatements {
  // A notice that is there stays as it is.
  private static final String INSERT =
      "INSERT INTO notice (student_id, kind, source, at, course_id, course, text) VALUES %s"
          + " ON DUPLICATE KEY UPDATE notice_id = notice_id";
  private static final String ROW = "(?,?,?,?,?,?,?)";

  private final JdbcTemplate jdbc;

  public NoticeStatements(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Writes notices by one statement; repeating it changes nothing. */
  public void append(Collection<Notice> notices) {
    if (notices.isEmpty()) {
      return;
    }
    List<@Nullable Object> values = new ArrayList<>(7 * notices.size());
    for (Notice notice : notices) {
      values.add(notice.studentId());
      values.add(notice.kind().name());
      values.add(notice.source());
      values.add(
          LocalDateTime.ofInstant(notice.at().truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC));
      values.add(new SqlParameterValue(Types.BIGINT, notice.courseId()));
      values.add(new SqlParameterValue(Types.VARCHAR, notice.course()));
      values.add(new SqlParameterValue(Types.VARCHAR, notice.text()));
    }
    String rows = String.join(",", Collections.nCopies(notices.size(), ROW));
    jdbc.update(INSERT.formatted(rows), values.toArray());
  }
}
