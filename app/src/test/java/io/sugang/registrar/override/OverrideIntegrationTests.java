package io.sugang.registrar.override;

import static io.sugang.registrar.override.OverrideDesk.code;
import static io.sugang.registrar.override.OverrideDesk.granting;
import static io.sugang.registrar.override.OverrideDesk.idOf;
import static io.sugang.registrar.override.OverrideDesk.registrar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.audit.Actor;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rows.Meeting;
import io.sugang.rows.TermRows;
import io.sugang.rules.plan.CoursePermit;
import io.sugang.rules.plan.WaivedRule;
import io.sugang.seats.ledger.CapacityObserver;
import io.sugang.seats.ledger.ClaimResult;
import io.sugang.seats.ledger.ClaimResult.Enrolled;
import io.sugang.seats.ledger.OverrideClaim;
import io.sugang.seats.ledger.OverrideEnrollments;
import io.sugang.servers.HeldCourse;
import io.sugang.signin.StaffCredentials;
import io.sugang.signin.StaffRole;
import io.sugang.verifier.VerifierCommand.Verified;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The three steps of an override over HTTP, at three instances; at the end the verifier agrees. */
@Timeout(180)
class OverrideIntegrationTests {
  private static final Meeting MONDAY = new Meeting(1, "09:00", "10:15");
  private static OverrideDesk desk;

  @BeforeAll
  static void start() {
    desk = new OverrideDesk();
  }

  @AfterAll
  static void everyWaivedRowHasItsOverride() {
    try {
      Verified verified = desk.verify();
      assertThat(verified.exitStatus()).as(verified.table()).isZero();
      assertThat(verified.table()).containsPattern("overrides +valid");
    } finally {
      desk.close();
    }
  }

  @Test
  void aConfirmMakesASeatOfItsOwnAndTheCancelTakesItAway() {
    long course = desk.course(1, null);
    long first = desk.student();
    long second = desk.student();
    long third = desk.student();
    assertThat(code(desk.enroll(0, first, course))).isEqualTo("201");
    assertThat(code(desk.enroll(1, second, course))).isEqualTo("409 COURSE_FULL");
    long override = desk.granted(second, course, WaivedRule.CAPACITY);
    assertThat(desk.state(override)).isEqualTo("GRANTED");
    assertThat(code(desk.enroll(1, second, course))).isEqualTo("409 COURSE_FULL");

    HttpResponse<String> confirmed = desk.confirm(0, second, override);
    assertThat(code(confirmed)).as(confirmed.body()).isEqualTo("201");
    assertThat(JsonPath.<String>read(confirmed.body(), "$.state")).isEqualTo("CONFIRMED");
    // Repeated at another instance.
    HttpResponse<String> repeated = desk.confirm(1, second, override);
    assertThat(repeated.statusCode()).isEqualTo(201);
    assertThat(repeated.body()).isEqualTo(confirmed.body());
    String enrollment = confirmed.headers().firstValue("Location").orElseThrow();
    assertThat(desk.send(2, "GET", enrollment, OverrideDesk.student(second), null).statusCode())
        .isEqualTo(200);
    assertThat(List.of(desk.rows(course), desk.capacity(course))).containsExactly(2, 2);
    desk.awaitGate(course);
    assertThat(
            desk.jdbc.queryForList(
                "SELECT action FROM audit_event WHERE course_id = ? AND student_id = ? ORDER BY event_id",
                String.class,
                course,
                second))
        .containsExactly("OVERRIDE_REQUEST", "OVERRIDE_GRANT", "ENROLL", "OVERRIDE_CONFIRM");

    assertThat(desk.send(2, "DELETE", enrollment, OverrideDesk.student(second), null).statusCode())
        .isEqualTo(204);
    assertThat(List.of(desk.rows(course), desk.capacity(course))).containsExactly(1, 1);
    for (int instance = 0; instance < OverrideDesk.INSTANCES; instance++) {
      assertThat(code(desk.enroll(instance, third, course))).isEqualTo("409 COURSE_FULL");
    }
    assertThat(desk.state(override)).isEqualTo("CANCELLED");
    assertThat(code(desk.confirm(0, second, override))).isEqualTo("409 OVERRIDE_STATE");
    desk.awaitGate(course);
  }

  /** A course that one rule forbids a student. */
  private record Forbidden(long student, long course, String code) {}

  private static Forbidden forbiddenBy(WaivedRule rule) {
    long student = desk.student();
    return switch (rule) {
      case CAPACITY -> new Forbidden(student, desk.course(0, null), "409 COURSE_FULL");
      case TIME_CONFLICT -> {
        assertThat(code(desk.enroll(0, student, desk.course(1, MONDAY)))).isEqualTo("201");
        yield new Forbidden(student, desk.course(1, MONDAY), "409 TIME_CONFLICT");
      }
      case CREDIT_LIMIT -> {
        desk.enroll(0, student, desk.course(1, null));
        desk.enroll(1, student, desk.course(1, null));
        yield new Forbidden(student, desk.course(1, null), "409 CREDIT_LIMIT");
      }
      case PREREQUISITE -> {
        long needed = desk.course(1, null);
        long course = desk.course(1, null);
        desk.terms.relation(course, needed, "PREREQUISITE");
        yield new Forbidden(student, course, "409 PREREQUISITE");
      }
      case RETAKE -> {
        long course = desk.course(1, null);
        desk.terms.taken(student, course, 20261, "A0");
        yield new Forbidden(student, course, "409 RETAKE_NOT_ALLOWED");
      }
      case AUDIENCE -> {
        long course =
            desk.atOnce(() -> {
              long id = desk.course(1, null);
              long audience = desk.id();
              desk.terms.audience(audience, "grade_from, grade_to", 4, 4);
              desk.jdbc.update(
                  "UPDATE course SET audience_id = ? WHERE course_id = ?", audience, id);
              return id;
            });
        yield new Forbidden(student, course, "409 NOT_ELIGIBLE");
      }
      case WINDOW -> {
        // A term of its own, whose window was closed long ago.
        int id = desk.id();
        long term = 1_000_000 + id;
        desk.terms.spring(term, 2000 + id);
        desk.terms.plan(student, term, 6);
        desk.terms.window(
            id,
            term,
            null,
            Instant.parse("2001-01-01T00:00:00Z"),
            Instant.parse("2002-01-01T00:00:00Z"),
            "ENROLL,DROP");
        long course =
            desk.atOnce(() -> {
              long own = desk.course(1, null);
              desk.jdbc.update("UPDATE course SET term_id = ? WHERE course_id = ?", term, own);
              return own;
            });
        yield new Forbidden(student, course, "409 CLOSED");
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void aWaivedRuleIsNotAskedAndEveryOtherOneIs(WaivedRule rule) {
    Forbidden forbidden = forbiddenBy(rule);
    long student = forbidden.student();
    long course = forbidden.course();
    assertThat(code(desk.enroll(0, student, course))).isEqualTo(forbidden.code());

    WaivedRule[] others = new WaivedRule[WaivedRule.values().length - 1];
    int n = 0;
    for (WaivedRule other : WaivedRule.values()) {
      if (other != rule) {
        others[n++] = other;
      }
    }
    long withOthers = desk.granted(student, course, others);
    assertThat(code(desk.confirm(1, student, withOthers))).isEqualTo(forbidden.code());
    assertThat(desk.rows(course)).isZero();
    assertThat(
            desk.send(
                    0,
                    "DELETE",
                    "/api/me/overrides/" + withOthers,
                    OverrideDesk.student(student),
                    null)
                .statusCode())
        .isEqualTo(204);

    long override = desk.granted(student, course, rule);
    HttpResponse<String> confirmed = desk.confirm(2, student, override);
    assertThat(code(confirmed)).as(confirmed.body()).isEqualTo("201");
    assertThat(desk.rows(course)).isEqualTo(1);
    assertThat(
            desk.jdbc.queryForObject(
                "SELECT lifted FROM enrollment WHERE course_id = ?", String.class, course))
        .isEqualTo(rule.name());
    // The rule holds for all others, and for other courses of the student.
    if (rule != WaivedRule.WINDOW && rule != WaivedRule.CAPACITY) {
      desk.jdbc.update("UPDATE course SET capacity = 5 WHERE course_id = ?", course);
      desk.awaitGate(course);
    }
  }

  @Test
  void aWaivedLimitIsRaisedByTheCourseAloneAndLoweredWithIt() {
    Forbidden forbidden = forbiddenBy(WaivedRule.CREDIT_LIMIT);
    long student = forbidden.student();
    long override = desk.granted(student, forbidden.course(), WaivedRule.CREDIT_LIMIT);
    HttpResponse<String> confirmed = desk.confirm(0, student, override);
    assertThat(code(confirmed)).isEqualTo("201");
    assertThat(desk.limit(student)).isEqualTo(9);
    long another = desk.course(1, null);
    for (int instance = 0; instance < OverrideDesk.INSTANCES; instance++) {
      HttpResponse<String> refused = desk.enroll(instance, student, another);
      assertThat(code(refused)).isEqualTo("409 CREDIT_LIMIT");
      assertThat(JsonPath.<Integer>read(refused.body(), "$.creditLimit")).isEqualTo(9);
    }
    String plan = desk.send(1, "GET", "/api/me/plan", OverrideDesk.student(student), null).body();
    assertThat(JsonPath.<Integer>read(plan, "$.usedCredits")).isEqualTo(9);

    String enrollment = confirmed.headers().firstValue("Location").orElseThrow();
    assertThat(desk.send(1, "DELETE", enrollment, OverrideDesk.student(student), null).statusCode())
        .isEqualTo(204);
    assertThat(desk.limit(student)).isEqualTo(6);
    assertThat(code(desk.enroll(2, student, another))).isEqualTo("409 CREDIT_LIMIT");
  }

  @Test
  void aCourseThatOverlapsAWaivedOneIsRefusedAsBefore() {
    Forbidden forbidden = forbiddenBy(WaivedRule.TIME_CONFLICT);
    long student = forbidden.student();
    long override = desk.granted(student, forbidden.course(), WaivedRule.TIME_CONFLICT);
    assertThat(code(desk.confirm(0, student, override))).isEqualTo("201");
    desk.jdbc.update(
        "UPDATE student_term SET credit_limit = 9 WHERE student_id = ? AND term_id = ?",
        student,
        OverrideDesk.TERM);
    assertThat(code(desk.enroll(1, student, desk.course(1, MONDAY))))
        .isEqualTo("409 TIME_CONFLICT");
  }

  @Test
  void racingConfirmsAndClicksEndInExactTotals() throws Exception {
    int seats = 5;
    int waived = 12;
    long course = desk.course(seats, null);
    List<Long> owners = LongStream.range(0, waived).map(i -> desk.student()).boxed().toList();
    List<Long> others = LongStream.range(0, 40).map(i -> desk.student()).boxed().toList();
    Map<Long, Long> overrides = new TreeMap<>();
    owners.forEach(
        student -> overrides.put(student, desk.granted(student, course, WaivedRule.CAPACITY)));
    List<String> confirms = new CopyOnWriteArrayList<>();
    List<String> clicks = new CopyOnWriteArrayList<>();
    List<HttpResponse<String>> bodies = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int instance = 0; instance < OverrideDesk.INSTANCES; instance++) {
        int at = instance;
        overrides.forEach((student, override) ->
            threads.submit(() -> {
              HttpResponse<String> answer = repeatedly(() -> desk.confirm(at, student, override));
              confirms.add(code(answer));
              bodies.add(answer);
            }));
      }
      for (int i = 0; i < others.size(); i++) {
        int at = i;
        threads.submit(() -> clicks.add(code(desk.enroll(at, others.get(at), course))));
      }
    }
    assertThat(confirms).hasSize(waived * OverrideDesk.INSTANCES).containsOnly("201");
    assertThat(bodies.stream().map(HttpResponse::body).distinct()).hasSize(waived);
    assertThat(clicks).hasSize(others.size());
    assertThat(clicks.stream().filter("201"::equals)).hasSize(seats);
    assertThat(clicks).containsOnly("201", "409 COURSE_FULL");
    assertThat(List.of(desk.rows(course), desk.capacity(course)))
        .containsExactly(seats + waived, seats + waived);
    assertThat(desk.number("SELECT enrolled FROM course WHERE course_id = ?", course))
        .isEqualTo(seats + waived);
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM enrollment WHERE course_id = ? AND lifted = 'CAPACITY'",
                course))
        .isEqualTo(waived);
    desk.awaitGate(course);
  }

  @Test
  void racingConfirmsWithoutThatLiftFillTheCourseAndNoMore() throws Exception {
    long course = desk.course(4, null);
    long needed = desk.course(1, null);
    desk.terms.relation(course, needed, "PREREQUISITE");
    Map<Long, Long> overrides = new TreeMap<>();
    for (int i = 0; i < 10; i++) {
      long student = desk.student();
      overrides.put(student, desk.granted(student, course, WaivedRule.PREREQUISITE));
    }
    List<String> answers = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      overrides.forEach((student, override) ->
          threads.submit(() ->
              answers.add(
                  code(repeatedly(() -> desk.confirm((int) (student % 3), student, override))))));
    }
    assertThat(answers.stream().filter("201"::equals)).hasSize(4);
    assertThat(answers).hasSize(10).containsOnly("201", "409 COURSE_FULL");
    assertThat(List.of(desk.rows(course), desk.capacity(course))).containsExactly(4, 4);
    desk.awaitGate(course);
  }

  private interface Sent {
    HttpResponse<String> send();
  }

  // A busy machine answers 503 when no connection is free in time, and a repetition is safe.
  private static HttpResponse<String> repeatedly(Sent request) {
    HttpResponse<String> answer = request.send();
    for (int i = 0; i < 20 && answer.statusCode() == 503; i++) {
      answer = request.send();
    }
    return answer;
  }

  @Test
  void aGrantEndsAtItsTimeByTheSharedClock() {
    long course = desk.course(0, null);
    long student = desk.student();
    long override = idOf(desk.ask(student, course, WaivedRule.CAPACITY));
    Instant expiry = desk.now().plusSeconds(5);
    assertThat(code(desk.decide(0, override, registrar(), granting(expiry)))).isEqualTo("200");
    await().atMost(Duration.ofSeconds(20)).until(() -> !desk.now().isBefore(expiry));

    for (int instance = 0; instance < OverrideDesk.INSTANCES; instance++) {
      HttpResponse<String> late = desk.confirm(instance, student, override);
      assertThat(code(late)).isEqualTo("409 OVERRIDE_EXPIRED");
      assertThat(Instant.parse(JsonPath.read(late.body(), "$.expiresAt")))
          .isEqualTo(expiry.truncatedTo(ChronoUnit.MILLIS));
    }
    assertThat(desk.rows(course)).isZero();
    assertThat(desk.state(override)).isEqualTo("EXPIRED");
    assertThat(ids(registrar(), "?state=EXPIRED&studentId=" + student))
        .containsExactly((int) override);
    assertThat(ids(registrar(), "?state=GRANTED&studentId=" + student)).isEmpty();
    // It is open no more, so the student may ask again.
    assertThat(code(desk.ask(student, course, WaivedRule.CAPACITY))).isEqualTo("201");
  }

  private static List<Integer> ids(String token, String query) {
    return JsonPath.read(
        desk.send(0, "GET", "/api/desk/overrides" + query, token, null).body(),
        "$.overrides[*].overrideId");
  }

  @Test
  void anOverrideIsDecidedOnceWhateverArrivesAtOnce() throws Exception {
    long course = desk.course(0, null);
    long student = desk.student();
    long override = idOf(desk.ask(student, course, WaivedRule.CAPACITY));
    List<String> answers = new CopyOnWriteArrayList<>();
    String decline = "{\"decision\":\"DECLINE\",\"reason\":\"no room\"}";
    Instant expiry = desk.now().plusSeconds(600);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      IntStream.range(0, 12)
          .forEach(i ->
              threads.submit(() ->
                  answers.add(
                      code(
                          repeatedly(() ->
                              desk.decide(
                                  i,
                                  override,
                                  registrar(),
                                  i % 2 == 0 ? decline : granting(expiry)))))));
    }
    assertThat(answers.stream().filter("200"::equals)).hasSize(1);
    assertThat(answers).hasSize(12).containsOnly("200", "409 OVERRIDE_STATE");
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE target = ? AND action IN ('OVERRIDE_GRANT', 'OVERRIDE_DECLINE')",
                "override:" + override))
        .isEqualTo(1);
  }

  @Test
  void aDeclinedOverrideCannotBeConfirmedAndTheReasonIsTold() {
    long course = desk.course(0, null);
    long student = desk.student();
    long override = idOf(desk.ask(student, course, WaivedRule.CAPACITY));
    assertThat(code(desk.confirm(0, student, override))).isEqualTo("409 OVERRIDE_STATE");
    assertThat(
            code(
                desk.decide(
                    1,
                    override,
                    StaffCredentials.token(StaffRole.DEPARTMENT, 3),
                    "{\"decision\":\"DECLINE\",\"reason\":\"The room has no seat.\"}")))
        .isEqualTo("200");
    HttpResponse<String> refused = desk.confirm(2, student, override);
    assertThat(code(refused)).isEqualTo("409 OVERRIDE_STATE");
    assertThat(JsonPath.<String>read(refused.body(), "$.state")).isEqualTo("DECLINED");
    String own =
        desk.send(0, "GET", "/api/me/overrides", OverrideDesk.student(student), null).body();
    assertThat(JsonPath.<String>read(own, "$[0].reason")).isEqualTo("The room has no seat.");
    assertThat(JsonPath.<String>read(own, "$[0].decidedBy")).isEqualTo("Own department");
    assertThat(desk.rows(course)).isZero();
  }

  @Test
  void anotherStudentsOverrideDoesNotExist() {
    long course = desk.course(0, null);
    long owner = desk.student();
    long stranger = desk.student();
    long override = desk.granted(owner, course, WaivedRule.CAPACITY);
    String path = "/api/me/overrides/" + override;
    assertThat(code(desk.confirm(0, stranger, override))).isEqualTo("404 OVERRIDE_NOT_FOUND");
    assertThat(code(desk.send(1, "DELETE", path, OverrideDesk.student(stranger), null)))
        .isEqualTo("404 OVERRIDE_NOT_FOUND");
    assertThat(
            desk.send(2, "GET", "/api/me/overrides", OverrideDesk.student(stranger), null).body())
        .isEqualTo("[]");
    assertThat(code(desk.confirm(0, stranger, 999_999))).isEqualTo("404 OVERRIDE_NOT_FOUND");
    assertThat(desk.state(override)).isEqualTo("GRANTED");
    assertThat(desk.rows(course)).isZero();
  }

  @Test
  void rolesSayWhoReadsAndWhoDecides() {
    long course = desk.course(0, null);
    long student = desk.student();
    long override = idOf(desk.ask(student, course, WaivedRule.CAPACITY));
    String path = "/api/desk/overrides";
    String viewer = StaffCredentials.token(StaffRole.VIEWER, 2);
    String other = StaffCredentials.token(StaffRole.DEPARTMENT, 4);
    String decline = "{\"decision\":\"DECLINE\",\"reason\":\"no\"}";
    for (String one : List.of(path, path + "/" + override)) {
      assertThat(code(desk.send(0, "GET", one, null, null))).isEqualTo("401 SIGN_IN_REQUIRED");
      assertThat(code(desk.send(0, "GET", one, OverrideDesk.student(student), null)))
          .isEqualTo("403 NO_DESK");
      assertThat(code(desk.send(0, "GET", one, StaffCredentials.load(), null)))
          .isEqualTo("403 NO_DESK");
      assertThat(code(desk.send(0, "GET", one, viewer, null))).isEqualTo("200");
      // A role that the register does not have.
      assertThat(code(desk.send(0, "GET", one, StaffCredentials.token(StaffRole.VIEWER, 77), null)))
          .isEqualTo("403 NO_DESK");
    }
    for (String token :
        List.of(
            OverrideDesk.student(student),
            StaffCredentials.load(),
            viewer,
            other,
            // Roles that the register does not have.
            StaffCredentials.token(StaffRole.REGISTRAR, 77),
            StaffCredentials.token(StaffRole.REGISTRAR, 3),
            StaffCredentials.token(StaffRole.DEPARTMENT, 1))) {
      assertThat(code(desk.decide(1, override, token, decline))).isEqualTo("403 NO_DESK");
    }
    assertThat(desk.send(0, "GET", "/api/me/overrides", viewer, null).statusCode()).isEqualTo(403);
    assertThat(desk.state(override)).isEqualTo("REQUESTED");
    assertThat(ids(viewer, "?state=REQUESTED&department=T+9001&courseId=" + course))
        .containsExactly((int) override);
    assertThat(ids(viewer, "?department=T+9002&courseId=" + course)).isEmpty();
  }

  @Test
  void aListHasPagesInTheOrderOfTheRequests() {
    long course = desk.course(0, null);
    List<Integer> asked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      asked.add((int) idOf(desk.ask(desk.student(), course, WaivedRule.CAPACITY)));
    }
    List<Integer> listed = new ArrayList<>();
    Number after = null;
    do {
      String page =
          desk.send(
                  0,
                  "GET",
                  "/api/desk/overrides?state=REQUESTED&size=2&courseId=%d%s"
                      .formatted(course, after == null ? "" : "&after=" + after),
                  registrar(),
                  null)
              .body();
      listed.addAll(JsonPath.<List<Integer>>read(page, "$.overrides[*].overrideId"));
      after = page.contains("\"next\"") ? JsonPath.<Number>read(page, "$.next") : null;
    } while (after != null);
    assertThat(listed).isEqualTo(asked);
    assertThat(ids(registrar(), "?courseId=" + course)).isEqualTo(asked.reversed());
  }

  @Test
  void badInputIsTold() {
    long course = desk.course(0, null);
    long student = desk.student();
    String token = OverrideDesk.student(student);
    for (String body :
        List.of(
            "{}",
            "{\"courseId\":%d,\"lifts\":[],\"text\":\"x\"}",
            "{\"courseId\":%d,\"lifts\":[\"SAME_SUBJECT\"],\"text\":\"x\"}",
            "{\"courseId\":%d,\"lifts\":[null],\"text\":\"x\"}",
            "{\"courseId\":%d,\"lifts\":[0],\"text\":\"x\"}",
            "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"  \"}",
            "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"" + "x".repeat(501) + "\"}",
            "{\"courseId\":0,\"lifts\":[\"CAPACITY\"],\"text\":\"x\"}",
            "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"x\",\"studentId\":1}")) {
      HttpResponse<String> answer =
          desk.send(0, "POST", "/api/me/overrides", token, body.replace("%d", "" + course));
      assertThat(code(answer)).as(body).isEqualTo("400 INVALID_REQUEST");
    }
    assertThat(
            desk.send(
                    0,
                    "POST",
                    "/api/me/overrides",
                    token,
                    "{\"courseId\":%d,\"lifts\":[\"ALL\"],\"text\":\"x\"}".formatted(course))
                .body())
        .contains("must be one of CAPACITY, TIME_CONFLICT");
    assertThat(
            code(
                desk.send(
                    0,
                    "POST",
                    "/api/me/overrides",
                    token,
                    "{\"courseId\":987654,\"lifts\":[\"CAPACITY\"],\"text\":\"x\"}")))
        .isEqualTo("404 COURSE_NOT_FOUND");
    long override = idOf(desk.ask(student, course, WaivedRule.CAPACITY));
    HttpResponse<String> again = desk.ask(student, course, WaivedRule.WINDOW);
    assertThat(code(again)).isEqualTo("409 OVERRIDE_OPEN");
    assertThat(idOf(again)).isEqualTo(override);
    Instant now = desk.now();
    for (String body :
        List.of(
            "{}",
            "{\"decision\":\"GRANT\",\"reason\":\"x\"}",
            "{\"decision\":\"GRANT\",\"reason\":\"x\",\"expiresAt\":\"tomorrow\"}",
            "{\"decision\":\"GRANT\",\"reason\":\"x\",\"expiresAt\":1}",
            granting(now.minusSeconds(1)),
            granting(now.plus(Duration.ofDays(400))),
            "{\"decision\":\"DECLINE\",\"reason\":\"x\",\"expiresAt\":\"" + now + "\"}",
            "{\"decision\":\"DECLINE\",\"reason\":\" \"}",
            "{\"decision\":\"DECLINE\",\"reason\":\"" + "x".repeat(256) + "\"}",
            "{\"decision\":\"MAYBE\",\"reason\":\"x\"}")) {
      assertThat(code(desk.decide(0, override, registrar(), body)))
          .as(body)
          .isEqualTo("400 INVALID_REQUEST");
    }
    for (String query : List.of("?state=OPEN", "?size=0", "?size=101", "?courseId=x", "?after=0")) {
      assertThat(code(desk.send(0, "GET", "/api/desk/overrides" + query, registrar(), null)))
          .as(query)
          .isEqualTo("400 INVALID_REQUEST");
    }
    assertThat(code(desk.decide(0, 999_999, registrar(), granting(now.plusSeconds(60)))))
        .isEqualTo("404 OVERRIDE_NOT_FOUND");
    assertThat(desk.state(override)).isEqualTo("REQUESTED");
  }

  @Test
  void aConfirmThatIsKilledLeavesNothingAndCanBeRepeated() throws SQLException {
    long course = desk.course(1, null);
    Forbidden full = forbiddenBy(WaivedRule.CREDIT_LIMIT);
    long student = full.student();
    long override = desk.granted(student, course, WaivedRule.CAPACITY, WaivedRule.CREDIT_LIMIT);
    try (HeldCourse held = new HeldCourse(desk.database, course)) {
      CompletableFuture<HttpResponse<String>> confirm =
          CompletableFuture.supplyAsync(() -> desk.confirm(0, student, override));
      JdbcTemplate own =
          new JdbcTemplate(
              new DriverManagerDataSource(
                  desk.database.jdbcUrl(), desk.database.user(), desk.database.password()));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> {
            List<Long> waiting =
                own.query(
                    "SELECT id FROM information_schema.processlist WHERE db = ? AND info LIKE 'SELECT course_id, capacity%FOR UPDATE'",
                    (row, n) -> row.getLong(1), desk.database.name());
            waiting.forEach(id -> own.execute("KILL " + id));
            return !waiting.isEmpty();
          });
      assertThat(code(confirm.join())).isEqualTo("503 TEMPORARILY_UNAVAILABLE");
      held.release();
    }
    assertThat(desk.state(override)).isEqualTo("GRANTED");
    assertThat(List.of(desk.rows(course), desk.capacity(course), desk.limit(student)))
        .containsExactly(0, 1, 6);
    assertThat(code(desk.confirm(1, student, override))).isEqualTo("201");
    assertThat(List.of(desk.rows(course), desk.capacity(course), desk.limit(student)))
        .containsExactly(1, 2, 9);
    desk.awaitGate(course);
  }

  @Test
  void aRequestWaitsForNoCourseAndNoStudentThatOthersHold() throws SQLException {
    long course = desk.course(0, null);
    long student = desk.student();
    try (HeldCourse held = new HeldCourse(desk.database, course);
        Connection own = desk.connection()) {
      own.setAutoCommit(false);
      run(own, "SELECT student_id FROM student WHERE student_id = " + student + " FOR UPDATE");
      assertThat(code(desk.ask(student, course, WaivedRule.CAPACITY))).isEqualTo("201");
      held.release();
      own.rollback();
    }
    assertThat(code(desk.ask(777_777, course, WaivedRule.CAPACITY)))
        .isEqualTo("404 STUDENT_NOT_FOUND");
    assertThat(desk.number("SELECT COUNT(*) FROM override WHERE student_id = 777777")).isZero();
  }

  @Test
  void confirmsThatWaitForAHotCourseLeaveTheDeskItsConnections() throws SQLException {
    int confirms = OverrideConcurrencyLimit.AT_ONCE + OverrideConcurrencyLimit.MOST_WAITING + 6;
    long course = desk.course(0, null);
    Map<Long, Long> overrides = new TreeMap<>();
    for (int i = 0; i < confirms; i++) {
      long student = desk.student();
      overrides.put(student, desk.granted(student, course, WaivedRule.CAPACITY));
    }
    long another = idOf(desk.ask(desk.student(), desk.course(0, null), WaivedRule.CAPACITY));
    Map<Long, HttpResponse<String>> answers = new ConcurrentHashMap<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldCourse held = new HeldCourse(desk.database, course)) {
      overrides.forEach((student, override) ->
          threads.submit(() -> answers.put(student, desk.confirm(0, student, override))));
      // InnoDB shows the same picture as long as it is asked for it within each tenth of a second.
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(250))
          .until(() -> waitForALock() == OverrideConcurrencyLimit.AT_ONCE);
      assertThat(
              code(
                  desk.decide(
                      0, another, registrar(), "{\"decision\":\"DECLINE\",\"reason\":\"no\"}")))
          .isEqualTo("200");
      held.release();
    }
    assertThat(answers).hasSize(confirms);
    assertThat(answers.values())
        .filteredOn(answer -> answer.statusCode() != 201)
        .hasSizeGreaterThanOrEqualTo(6)
        .allSatisfy(answer -> {
          assertThat(code(answer)).isEqualTo("503 TEMPORARILY_UNAVAILABLE");
          assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        });
    overrides.forEach((student, override) ->
        assertThat(code(repeatedly(() -> desk.confirm(0, student, override)))).isEqualTo("201"));
    assertThat(List.of(desk.rows(course), desk.capacity(course)))
        .containsExactly(confirms, confirms);
    desk.awaitGate(course);
  }

  @Test
  void rowsOfAStudentThatOthersHoldTakeNoTurnFromAnother() throws Exception {
    Map<Long, Long> overrides = new TreeMap<>();
    for (int i = 0; i < 2 * OverrideConcurrencyLimit.AT_ONCE; i++) {
      long student = desk.student();
      overrides.put(student, desk.granted(student, desk.course(0, null), WaivedRule.CAPACITY));
    }
    AtomicBoolean held = new AtomicBoolean(true);
    AtomicInteger refused = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Connection rows = desk.connection()) {
      rows.setAutoCommit(false);
      Iterator<Long> students = overrides.keySet().iterator();
      for (int i = 0; i < OverrideConcurrencyLimit.AT_ONCE; i++) {
        run(rows, "SELECT 1 FROM student WHERE student_id = " + students.next() + " FOR UPDATE");
        run(
            rows,
            "SELECT 1 FROM student_term WHERE student_id = " + students.next() + " FOR UPDATE");
      }
      overrides.forEach((student, override) ->
          threads.submit(() -> {
            while (held.get()) {
              if (desk.confirm(0, student, override).statusCode() == 503) {
                refused.incrementAndGet();
              }
            }
          }));
      try {
        for (int i = 0; i < 5; i++) {
          long another = desk.student();
          long anothers = desk.granted(another, desk.course(0, null), WaivedRule.CAPACITY);
          assertThat(code(desk.confirm(0, another, anothers))).isEqualTo("201");
        }
        await().until(() -> refused.get() >= overrides.size());
      } finally {
        held.set(false);
        rows.rollback();
      }
    }
    overrides.forEach((student, override) ->
        assertThat(code(repeatedly(() -> desk.confirm(0, student, override)))).isEqualTo("201"));
  }

  @Test
  void aWithdrawalThatIsSentAgainIsDone() {
    long student = desk.student();
    String path =
        "/api/me/overrides/" + idOf(desk.ask(student, desk.course(0, null), WaivedRule.CAPACITY));
    for (int instance = 1; instance <= 2; instance++) {
      assertThat(
              desk.send(instance, "DELETE", path, OverrideDesk.student(student), null).statusCode())
          .isEqualTo(204);
    }
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM audit_event WHERE action = 'OVERRIDE_WITHDRAW' AND student_id = "
                    + student))
        .isEqualTo(1);
  }

  @Test
  void manyRequestsOfOneStudentTakeNoTurnFromAnother() throws SQLException {
    int requests = 100;
    long hot = desk.course(0, null);
    long student = desk.student();
    long override = desk.granted(student, hot, WaivedRule.CAPACITY);
    long another = desk.student();
    long anothers = desk.granted(another, desk.course(0, null), WaivedRule.CAPACITY);
    List<HttpResponse<String>> answers = new CopyOnWriteArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldCourse held = new HeldCourse(desk.database, hot)) {
      for (int i = 0; i < requests; i++) {
        threads.submit(() -> answers.add(desk.confirm(0, student, override)));
      }
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> answers.size() >= requests - OverrideConcurrencyLimit.AT_ONCE);
      assertThat(code(desk.confirm(0, another, anothers))).isEqualTo("201");
      held.release();
    }
    assertThat(answers)
        .extracting(OverrideDesk::code)
        .containsOnly("201", "503 TEMPORARILY_UNAVAILABLE");
    assertThat(code(repeatedly(() -> desk.confirm(0, student, override)))).isEqualTo("201");
    assertThat(List.of(desk.rows(hot), desk.capacity(hot))).containsExactly(1, 1);
    desk.awaitGate(hot);
  }

  @Test
  void aStudentWhoAskedTooOftenTakesNoTurn() throws SQLException {
    long student = desk.student();
    long course = desk.course(0, null);
    for (int i = 0; i < OverrideChanges.MOST_OPEN; i++) {
      assertThat(code(desk.ask(student, desk.course(0, null), WaivedRule.CAPACITY)))
          .isEqualTo("201");
    }
    Map<Long, Long> overrides = new TreeMap<>();
    for (int i = 0; i < OverrideConcurrencyLimit.AT_ONCE; i++) {
      long other = desk.student();
      overrides.put(other, desk.granted(other, course, WaivedRule.CAPACITY));
    }
    List<Integer> confirming = new CopyOnWriteArrayList<>();
    AtomicBoolean locked = new AtomicBoolean(true);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldCourse held = new HeldCourse(desk.database, course)) {
      // Repeated, because a confirm waits for the lock for two seconds only.
      overrides.forEach((other, override) ->
          threads.submit(() -> {
            int status;
            do {
              status = desk.confirm(0, other, override).statusCode();
            } while (status == 503 && locked.get());
            confirming.add(status);
          }));
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(250))
          .until(() -> waitForALock() == OverrideConcurrencyLimit.AT_ONCE);
      assertThat(code(desk.ask(student, course, WaivedRule.CAPACITY)))
          .isEqualTo("409 OVERRIDE_OPEN");
      locked.set(false);
      held.release();
    }
    assertThat(confirming).hasSize(OverrideConcurrencyLimit.AT_ONCE);
  }

  private static int waitForALock() {
    return desk.database
        .jdbc()
        .queryForList("SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
        .size();
  }

  @Test
  void relationsOfSubjectsAreReadBeforeTheCourseIsLocked() throws Exception {
    long course = desk.course(0, null);
    long student = desk.student();
    long override = desk.granted(student, course, WaivedRule.CAPACITY);
    OverrideEnrollments ledger =
        desk.instances.contexts().getFirst().getBean(OverrideEnrollments.class);
    CompletableFuture<Optional<ClaimResult>> confirm;
    try (Connection relations = desk.connection();
        Connection other = desk.connection()) {
      run(relations, "LOCK TABLES subject_relation WRITE");
      confirm =
          CompletableFuture.supplyAsync(() ->
              ledger.enroll(
                  new OverrideClaim(
                      override,
                      new StudentId(student),
                      new SeatsId(course),
                      desk.now(),
                      Actor.student(student),
                      CoursePermit.NONE),
                  CapacityObserver.NONE));
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() ->
              desk.number(
                      "SELECT COUNT(*) FROM information_schema.processlist WHERE db = ? AND state LIKE 'Waiting for table%' AND info LIKE '%EQUIVALENT%CROSS_LISTED%'",
                      desk.database.name())
                  > 0);
      run(other, "SELECT course_id FROM course WHERE course_id = " + course + " FOR UPDATE NOWAIT");
    }
    assertThat(confirm.get(10, TimeUnit.SECONDS).orElseThrow()).isInstanceOf(Enrolled.class);
    assertThat(List.of(desk.rows(course), desk.capacity(course))).containsExactly(1, 1);
  }

  @Test
  void aConfirmIsNotBeforeTheGrantOfAnInstanceWhoseClockIsAhead() {
    long course = desk.course(0, null);
    long student = desk.student();
    long override = desk.granted(student, course, WaivedRule.CAPACITY);
    Instant granted = desk.now().plusSeconds(30).truncatedTo(ChronoUnit.MILLIS);
    desk.jdbc.update(
        "UPDATE override SET decided_at = ? WHERE override_id = ?",
        TermRows.utc(granted),
        override);
    desk.jdbc.update(
        "UPDATE audit_event SET at = ? WHERE target = ? AND action = 'OVERRIDE_GRANT'",
        TermRows.utc(granted),
        "override:" + override);

    HttpResponse<String> confirmed = desk.confirm(0, student, override);

    assertThat(code(confirmed)).isEqualTo("201");
    assertThat(Instant.parse(JsonPath.read(confirmed.body(), "$.confirmedAt"))).isEqualTo(granted);
    assertThat(
            desk.number(
                "SELECT COUNT(*) FROM enrollment JOIN override USING (enrollment_id) WHERE override_id = ? AND enrolled_at = decided_at",
                override))
        .isOne();
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aSeatOfAPoolIsTakenWhereTheAudienceIsWaived() {
    long course = desk.course(0, null);
    long audience = desk.id();
    desk.terms.audience(audience, "grade_from, grade_to", 4, 4);
    long pool = desk.id();
    desk.jdbc.update(
        "INSERT INTO course (course_id, title, department, professor_id, credits, capacity, term_id, subject_id, audience_id, pool_of)"
            + " SELECT ?, title, department, professor_id, credits, 1, term_id, subject_id, ?, course_id FROM course WHERE course_id = ?",
        pool,
        audience,
        course);
    long student = desk.student();
    long second = desk.student();
    long override = desk.granted(student, course, WaivedRule.AUDIENCE);
    HttpResponse<String> confirmed = desk.confirm(0, student, override);
    assertThat(code(confirmed)).as(confirmed.body()).isEqualTo("201");
    assertThat(List.of(desk.rows(pool), desk.rows(course))).containsExactly(1, 0);
    assertThat(code(desk.confirm(1, second, desk.granted(second, course, WaivedRule.AUDIENCE))))
        .isEqualTo("409 COURSE_FULL");
    long third = desk.student();
    assertThat(
            code(
                desk.confirm(
                    1,
                    third,
                    desk.granted(third, course, WaivedRule.AUDIENCE, WaivedRule.CAPACITY))))
        .isEqualTo("201");
    assertThat(
            List.of(desk.rows(course), desk.capacity(course), desk.rows(pool), desk.capacity(pool)))
        .containsExactly(1, 1, 1, 1);
  }
}
