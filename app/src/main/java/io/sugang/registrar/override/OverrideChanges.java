package io.sugang.registrar.override;

import static io.sugang.registrar.override.OverrideRows.utc;

import io.sugang.audit.Actor;
import io.sugang.audit.DeskEvent;
import io.sugang.audit.DeskEvents;
import io.sugang.enrollment.notice.Notice;
import io.sugang.enrollment.notice.NoticeKind;
import io.sugang.enrollment.notice.NoticeStatements;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.seats.ledger.DeskTransactions;
import io.sugang.signin.ActingStaff;
import io.sugang.signin.StaffRole;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The changes of overrides before a confirm, each with its event in one transaction. Behind the
 * lock of its row an override is decided once, whatever arrives at once.
 */
@Component
class OverrideChanges {
  /** Open overrides of a student, at most. */
  static final int MOST_OPEN = 20;

  /** Requests of a student within 24 hours, at most: each leaves a row and an event. */
  static final int MOST_OF_A_DAY = 100;

  private static final int LONGEST_REASON = 255;

  private static final String END_EXPIRED =
      "UPDATE override SET state = 'EXPIRED' WHERE student_id = ? AND state = 'GRANTED'"
          + " AND expires_at <= ?";
  // A grant that has expired is open no more, also before END_EXPIRED.
  private static final String COUNTS =
      "SELECT COALESCE(SUM(is_open = 1 AND COALESCE(expires_at > ?, TRUE)), 0),"
          + " COALESCE(SUM(requested_at > ?), 0) FROM override WHERE student_id = ?";
  // Plain reads, which lock neither row. Both rows stay: the service deletes none of them.
  private static final String KNOWN =
      "SELECT EXISTS (SELECT 1 FROM student WHERE student_id = ?),"
          + " EXISTS (SELECT 1 FROM course WHERE course_id = ? AND pool_of IS NULL)";
  private static final String INSERT =
      "INSERT INTO override (student_id, course_id, lifts, request_text, state, requested_at)"
          + " VALUES (?, ?, ?, ?, 'REQUESTED', ?)";
  private static final String LAST_ID = "SELECT LAST_INSERT_ID()";
  private static final String OPEN =
      "SELECT override_id FROM override WHERE is_open = 1 AND course_id = ? AND student_id = ?";
  private static final String LOCK =
      "SELECT o.state, o.student_id, o.course_id, o.expires_at <= ?, c.department, c.title FROM override o"
          + " JOIN course c ON c.course_id = o.course_id WHERE o.override_id = ? FOR UPDATE OF o";
  private static final String STAFF =
      "SELECT f.role, d.name_ko FROM staff f"
          + " LEFT JOIN department d ON d.department_id = f.department_id WHERE f.staff_id = ?";
  private static final String DECIDE =
      "UPDATE override SET state = ?, decided_at = ?, decided_by = ?, reason = ?, expires_at = ?"
          + " WHERE override_id = ?";
  private static final String WITHDRAW =
      "UPDATE override SET state = 'WITHDRAWN' WHERE override_id = ?";

  private final DeskTransactions transactions;
  private final OverrideConcurrencyLimit limit;
  private final JdbcTemplate reads;
  private final JdbcTemplate jdbc;
  private final NoticeStatements notices;
  private final DeskEvents events;
  private final JsonMapper json;

  OverrideChanges(
      DeskTransactions transactions,
      OverrideConcurrencyLimit limit,
      JdbcTemplate reads,
      JsonMapper json) {
    this.transactions = transactions;
    this.limit = limit;
    this.reads = reads;
    this.jdbc = transactions.jdbc();
    this.notices = new NoticeStatements(jdbc);
    this.events = new DeskEvents(jdbc);
    this.json = json;
  }

  /** The outcome of a request. */
  sealed interface RequestResult {
    record Requested(long overrideId) implements RequestResult {}

    /** The student has an open override for the course. */
    record AlreadyOpen(long overrideId) implements RequestResult {}

    /** The student has too many open ones, or asked too often. */
    record TooMany() implements RequestResult {}

    /** There is no such student, or no such course. */
    record Unknown(ProblemType type) implements RequestResult {}
  }

  /** The outcome of a change of an override that exists or not. */
  enum ChangeResult {
    CHANGED,
    NOT_FOUND,
    /** The account may not decide about the course. */
    NOT_PERMITTED,
    /** The override is in another state. */
    OTHER_STATE
  }

  /**
   * Asks for an override.
   *
   * @param at arrival of the request, by the shared clock
   * @throws DataAccessException when MySQL does not answer
   * @throws io.sugang.platform.problem.TemporarilyUnavailableException when too many students ask
   *     at once, or the student has another request here
   */
  RequestResult request(
      Actor actor,
      StudentId studentId,
      CourseId courseId,
      Set<WaivedRule> waived,
      String text,
      Instant at) {
    return limit.take(
        studentId,
        () -> tooMany(reads, studentId, at),
        () -> requestInTurn(actor, studentId, courseId, waived, text, at));
  }

  private RequestResult requestInTurn(
      Actor actor,
      StudentId studentId,
      CourseId courseId,
      Set<WaivedRule> waived,
      String text,
      Instant at) {
    try {
      return transactions.execute(() -> insert(actor, studentId, courseId, waived, text, at));
    } catch (DuplicateKeyException open) {
      return jdbc
          .query(OPEN, (row, n) -> row.getLong(1), courseId.value(), studentId.value())
          .stream()
          .findFirst()
          .map(RequestResult.AlreadyOpen::new)
          // It ended between the two statements.
          .orElseThrow(() -> open);
    }
  }

  private RequestResult insert(
      Actor actor,
      StudentId studentId,
      CourseId courseId,
      Set<WaivedRule> waived,
      String text,
      Instant at) {
    RequestResult.Unknown unknown =
        jdbc.queryForObject(
            KNOWN,
            (row, n) ->
                !row.getBoolean(1)
                    ? new RequestResult.Unknown(ProblemType.STUDENT_NOT_FOUND)
                    : row.getBoolean(2)
                        ? null
                        : new RequestResult.Unknown(ProblemType.COURSE_NOT_FOUND),
            studentId.value(),
            courseId.value());
    if (unknown != null) {
      return unknown;
    }
    jdbc.update(END_EXPIRED, studentId.value(), utc(at));
    RequestResult.TooMany tooMany = tooMany(jdbc, studentId, at);
    if (tooMany != null) {
      return tooMany;
    }
    String rules = WaivedRule.text(waived);
    jdbc.update(
        INSERT,
        studentId.value(),
        courseId.value(),
        rules,
        text,
        utc(at.truncatedTo(ChronoUnit.MILLIS)));
    long overrideId = Objects.requireNonNull(jdbc.queryForObject(LAST_ID, Long.class));
    append(
        actor,
        "OVERRIDE_REQUEST",
        overrideId,
        studentId,
        courseId,
        "{\"before\":null,\"after\":{\"state\":\"REQUESTED\",\"lifts\":\"" + rules + "\"}}",
        text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON),
        at);
    return new RequestResult.Requested(overrideId);
  }

  private static RequestResult.@Nullable TooMany tooMany(
      JdbcTemplate connection, StudentId studentId, Instant at) {
    return connection.queryForObject(
        COUNTS,
        (row, n) ->
            row.getInt(1) >= MOST_OPEN || row.getInt(2) >= MOST_OF_A_DAY
                ? new RequestResult.TooMany()
                : null,
        utc(at),
        utc(at.minus(1, ChronoUnit.DAYS)),
        studentId.value());
  }

  private record LockedOverride(
      OverrideState state,
      StudentId studentId,
      CourseId courseId,
      String department,
      String title) {}

  private @Nullable LockedOverride lock(long overrideId, Instant at) {
    return jdbc
        .query(
            LOCK,
            (row, n) -> {
              OverrideState stored = OverrideState.valueOf(row.getString(1));
              return new LockedOverride(
                  stored == OverrideState.GRANTED && row.getBoolean(4)
                      ? OverrideState.EXPIRED
                      : stored,
                  new StudentId(row.getLong(2)),
                  new CourseId(row.getLong(3)),
                  row.getString(5),
                  row.getString(6));
            },
            utc(at),
            overrideId)
        .stream()
        .findFirst()
        .orElse(null);
  }

  /**
   * Grants or declines an override that was asked for.
   *
   * @param expiresAt null: it is declined
   * @param at arrival of the request, by the shared clock
   * @throws DataAccessException when MySQL does not answer
   */
  ChangeResult decide(
      ActingStaff staff, long overrideId, @Nullable Instant expiresAt, String reason, Instant at) {
    return transactions.execute(() -> {
      LockedOverride found = lock(overrideId, at);
      if (found == null) {
        return ChangeResult.NOT_FOUND;
      }
      RegisteredStaff member = registered(staff);
      if (member == null || !member.mayDecide(staff, found.department)) {
        return ChangeResult.NOT_PERMITTED;
      }
      if (found.state != OverrideState.REQUESTED) {
        return ChangeResult.OTHER_STATE;
      }
      OverrideState after = expiresAt == null ? OverrideState.DECLINED : OverrideState.GRANTED;
      jdbc.update(
          DECIDE,
          after.name(),
          utc(at.truncatedTo(ChronoUnit.MILLIS)),
          staff.staffId(),
          reason,
          expiresAt == null ? null : utc(expiresAt),
          overrideId);
      append(
          staff.actor(),
          expiresAt == null ? "OVERRIDE_DECLINE" : "OVERRIDE_GRANT",
          overrideId,
          found.studentId,
          found.courseId,
          detail(after, expiresAt, found.department, member),
          reason,
          at);
      notices.append(
          List.of(
              new Notice(
                  found.studentId.value(),
                  expiresAt == null ? NoticeKind.OVERRIDE_DECLINED : NoticeKind.OVERRIDE_GRANTED,
                  "override:" + overrideId,
                  at,
                  found.courseId.value(),
                  found.title,
                  reason)));
      return ChangeResult.CHANGED;
    });
  }

  /**
   * What the register says of a member of the staff.
   *
   * @param department of the role DEPARTMENT
   */
  private record RegisteredStaff(StaffRole role, @Nullable String department) {
    // By the session and by the register: a role that was taken back counts at once.
    boolean mayDecide(ActingStaff staff, String ofCourse) {
      return staff.role() == role
          && switch (role) {
            case REGISTRAR -> true;
            case DEPARTMENT -> ofCourse.equals(department);
            case VIEWER -> false;
          };
    }
  }

  private @Nullable RegisteredStaff registered(ActingStaff staff) {
    return jdbc
        .query(
            STAFF,
            (row, n) -> new RegisteredStaff(StaffRole.valueOf(row.getString(1)), row.getString(2)),
            staff.staffId())
        .stream()
        .findFirst()
        .orElse(null);
  }

  // With both departments: later they may be others, and the verifier judges by those of the grant.
  private String detail(
      OverrideState after, @Nullable Instant expiresAt, String ofCourse, RegisteredStaff member) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("state", after);
    values.put("expiresAt", expiresAt);
    values.put("courseDepartment", ofCourse);
    values.put("staffDepartment", member.department);
    return DeskEvent.detail(json, Map.of("state", OverrideState.REQUESTED), values);
  }

  /**
   * Takes an own override back that is not confirmed.
   *
   * @param at arrival of the request, by the shared clock
   * @throws DataAccessException when MySQL does not answer
   * @throws io.sugang.platform.problem.TemporarilyUnavailableException when too many students ask
   *     at once
   */
  ChangeResult withdraw(Actor actor, StudentId studentId, long overrideId, Instant at) {
    return limit.take(studentId, () -> withdrawInTurn(actor, studentId, overrideId, at));
  }

  private ChangeResult withdrawInTurn(
      Actor actor, StudentId studentId, long overrideId, Instant at) {
    return transactions.execute(() -> {
      LockedOverride found = lock(overrideId, at);
      if (found == null || !found.studentId.equals(studentId)) {
        return ChangeResult.NOT_FOUND;
      }
      if (found.state == OverrideState.WITHDRAWN) {
        // NGINX sends a DELETE again when an instance ended before its answer.
        return ChangeResult.CHANGED;
      }
      if (found.state != OverrideState.REQUESTED && found.state != OverrideState.GRANTED) {
        return ChangeResult.OTHER_STATE;
      }
      jdbc.update(WITHDRAW, overrideId);
      append(
          actor,
          "OVERRIDE_WITHDRAW",
          overrideId,
          studentId,
          found.courseId,
          "{\"before\":{\"state\":\"%s\"},\"after\":{\"state\":\"WITHDRAWN\"}}"
              .formatted(found.state),
          "withdrawn by the student",
          at);
      return ChangeResult.CHANGED;
    });
  }

  private void append(
      Actor actor,
      String action,
      long overrideId,
      StudentId studentId,
      CourseId courseId,
      String detail,
      String reason,
      Instant at) {
    events.append(
        new DeskEvent(
            at,
            actor,
            action,
            "override:" + overrideId,
            studentId.value(),
            courseId.value(),
            detail,
            reason));
  }
}
