package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import io.sugang.ops.signin.SessionRole;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import tools.jackson.databind.JsonNode;

/** Staff, a course and what is stored of them, for tests of the desk's page. */
final class DeskOffice {
  static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ZoneOffset KOREA = ZoneOffset.ofHours(9);

  private final Campus campus;
  private final OwnTerm term;

  /** Of all courses that the office makes. */
  final String title;

  /** Another desk, which uses the API. */
  final Student elsewhere;

  DeskOffice(Campus campus, OwnTerm term) {
    this.campus = campus;
    this.term = term;
    title = "Seminar " + campus.newIds(1);
    elsewhere = api(SessionRole.REGISTRAR);
  }

  /** Returns the name of a new member of the staff. */
  String staff(SessionRole role) {
    return name(member(role));
  }

  private long member(SessionRole role) {
    long id = campus.newIds(1);
    campus.jdbc().update("INSERT INTO staff VALUES (?, ?, ?, NULL)", id, name(id), role.name());
    return id;
  }

  private static String name(long staff) {
    return "Desk" + staff;
  }

  /** Returns a new member of the staff who uses the API. */
  Student api(SessionRole role) {
    return Student.staff(campus.front(), role, member(role));
  }

  /** Opens the desk for a new member of the staff. */
  DeskPage desk(Windows windows, SessionRole role) {
    return new DeskPage(windows.open(1280, 900, "en"), campus).open("en").signIn(staff(role));
  }

  long course(int capacity) {
    return term.course(title, term.subject(title), 3, null, capacity);
  }

  JsonNode atTheDesk(long course) {
    return elsewhere.get("/api/desk/courses/" + course).expect("200").body();
  }

  long rows(long course) {
    return campus.count("SELECT COUNT(*) FROM enrollment WHERE course_id = ?", course);
  }

  static void awaitEnroll(Student student, long course, String code) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(student.enrollUntilDecided(course).code()).isEqualTo(code));
  }

  /** Requires one event with this reason. */
  void mustBeInTheAudit(String action, String target, String reason) {
    assertThat(
            campus.count(
                "SELECT COUNT(*) FROM audit_event WHERE action = ? AND target = ? AND reason = ?",
                action,
                target,
                reason))
        .as(action)
        .isEqualTo(1);
  }

  /** Returns what a student asks the desk for. */
  static String request(long course) {
    return "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"I graduate in August.\"}"
        .formatted(course);
  }

  static Locator card(DeskPage desk, Student student) {
    return desk.page()
        .locator("li.card")
        .filter(new Locator.FilterOptions().setHasText(student.number()));
  }

  /** Returns a time as fields have it. */
  static String field(Instant at) {
    return at.atOffset(KOREA).toLocalDateTime().toString();
  }

  /** Returns a time of day as the page shows it. */
  static String shown(Instant at) {
    return at.atOffset(KOREA).toLocalTime().toString();
  }
}
