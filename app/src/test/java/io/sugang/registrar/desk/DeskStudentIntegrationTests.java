package io.sugang.registrar.desk;

import static io.sugang.registrar.desk.DeskInstances.expect;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.platform.ids.Ids;
import io.sugang.registrar.desk.DeskInstances.Staff;
import io.sugang.signin.StaffRole;
import io.sugang.signin.StudentCredentials;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The desk looks students up at three instances. */
@Timeout(300)
class DeskStudentIntegrationTests {
  private static final String PATH = "/api/desk/students";
  private static DeskInstances desk;
  private static long real;

  @BeforeAll
  static void start() {
    desk = new DeskInstances();
    real = desk.number("SELECT MAX(term_id) FROM course");
  }

  @AfterAll
  static void stop() {
    desk.close();
  }

  private static List<String> numbers(String text) {
    String asked = PATH + "?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
    return JsonPath.read(
        expect("200", desk.registrar().get(asked)).body(), "$.students[*].studentNumber");
  }

  private static String numberOf(long student) {
    return Objects.requireNonNull(
        desk.jdbc.queryForObject(
            "SELECT student_number FROM student WHERE student_id = ?", String.class, student));
  }

  private static void name(long student, String name) {
    desk.jdbc.update("UPDATE student SET name = ? WHERE student_id = ?", name, student);
  }

  @Test
  void studentsAreFoundByTheBeginningOfNumberOrName() {
    name(41, "남궁다람");
    name(42, "남궁다람쥐");
    name(43, "남_다람");
    String number = numberOf(41);

    assertThat(numbers(number)).containsExactly(number);
    assertThat(numbers(" 남궁다람 ")).containsExactly(number, numberOf(42));
    assertThat(numbers("남궁다람쥐")).containsExactly(numberOf(42));
    // These characters stand for themselves.
    assertThat(numbers("남_")).containsExactly(numberOf(43));
    assertThat(numbers("%")).isEmpty();
    assertThat(numbers("\\")).isEmpty();
    assertThat(numbers("")).isEmpty();
    assertThat(numbers("홍길동전")).isEmpty();
    List<String> some = numbers(number.substring(0, 2));
    assertThat(some).hasSize(20).isSorted().allMatch(of -> of.startsWith(number.substring(0, 2)));
    expect("INVALID_REQUEST", desk.registrar().get(PATH + "?q=" + "1".repeat(65)));
  }

  @Test
  void aStudentIsShownWithPlanWindowsRefusalsAndRequests() {
    long student = 77;
    long held = desk.ownCourse(real, 5);
    long full = desk.ownCourse(real, 0);
    long tooEarly = desk.ownCourse(desk.term(), 5);
    Instant before = Instant.now().minusSeconds(1);
    expect("201", desk.enroll(student, held));
    String click = DeskInstances.body(student, full);
    expect("COURSE_FULL", desk.api(0).postJson("/api/enrollments", click));
    expect("COURSE_FULL", desk.api(1).postJson("/api/enrollments", click));
    expect("NOT_OPEN", desk.enroll(student, tooEarly));
    expect("COURSE_FULL", desk.enroll(student + 1, full));
    expect(
        "201",
        new Staff(desk.api(2), StudentCredentials.token(student))
            .post(
                "/api/me/overrides",
                "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"please\"}".formatted(full)));

    String path = PATH + "/" + student;
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() ->
            assertThat(
                    JsonPath.<List<Integer>>read(
                        desk.registrar().get(path).body(), "$.refusals[*].times"))
                .containsExactlyInAnyOrder(1, 2));
    for (StaffRole role : StaffRole.values()) {
      long id =
          switch (role) {
            case VIEWER -> DeskInstances.VIEWER;
            case DEPARTMENT -> DeskInstances.DEPARTMENT;
            case REGISTRAR -> DeskInstances.REGISTRAR;
          };
      String shown = expect("200", desk.as(role, id).get(path)).body();
      assertThat(JsonPath.<String>read(shown, "$.student.studentNumber"))
          .isEqualTo(numberOf(student));
      assertThat(JsonPath.<String>read(shown, "$.student.standing")).isEqualTo("ENROLLED");
      assertThat(JsonPath.<List<Integer>>read(shown, "$.plan.courses[*].courseId"))
          .containsExactly((int) held);
      assertThat(Instant.parse(JsonPath.read(shown, "$.plan.courses[0].enrolledAt")))
          .isBetween(before, Instant.now().plusSeconds(1));
      assertThat(JsonPath.<Integer>read(shown, "$.plan.usedCredits")).isEqualTo(3);
      assertThat(JsonPath.<Integer>read(shown, "$.plan.creditLimit")).isPositive();
      assertThat(JsonPath.<Boolean>read(shown, "$.windows.rules")).isTrue();
      assertThat(
              JsonPath.<List<Boolean>>read(
                  shown,
                  "$.windows.actions[?(@.termId == %d && @.action == 'ENROLL')].open"
                      .formatted(real)))
          .containsExactly(true);
      mustBeRefused(shown, full, "COURSE_FULL", 2);
      mustBeRefused(shown, tooEarly, "NOT_OPEN", 1);
      assertThat(JsonPath.<List<Object>>read(shown, "$.refusals")).hasSize(2);
      assertThat(JsonPath.<List<String>>read(shown, "$.overrides[*].state"))
          .containsExactly("REQUESTED");
      // A program made the token.
      assertThat(shown).doesNotContain("lastSignIn");
    }
  }

  private static void mustBeRefused(String shown, long course, String code, int times) {
    String refusal = "$.refusals[?(@.courseId == %d)]".formatted(course);
    assertThat(JsonPath.<List<String>>read(shown, refusal + ".reason")).containsExactly(code);
    assertThat(JsonPath.<List<Integer>>read(shown, refusal + ".times")).containsExactly(times);
    assertThat(JsonPath.<List<String>>read(shown, refusal + ".code")).containsExactly("D" + course);
    assertThat(JsonPath.<List<String>>read(shown, refusal + ".section")).containsExactly("001");
    Instant first =
        Instant.parse(JsonPath.<List<String>>read(shown, refusal + ".firstAt").getFirst());
    Instant last =
        Instant.parse(JsonPath.<List<String>>read(shown, refusal + ".lastAt").getFirst());
    assertThat(first).isBeforeOrEqualTo(last).isAfter(last.minusSeconds(60));
  }

  @Test
  void whoIsNotThereIsNotFound() {
    Staff registrar = desk.registrar();
    expect("STUDENT_NOT_FOUND", registrar.get(PATH + "/400000000"));
    expect("STUDENT_NOT_FOUND", registrar.get(PATH + "/" + Ids.RESERVED_FROM));
    expect("INVALID_REQUEST", registrar.get(PATH + "/0"));
    expect("INVALID_REQUEST", registrar.get(PATH + "/abc"));
  }
}
