package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.http.Api;
import io.sugang.rows.Meeting;
import io.sugang.rows.Rows;
import io.sugang.rows.TermRows;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Check 15: the search finds what students look for, and seats tell their time. */
@AcceptanceTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SearchIntegrationTests {
  private static final String DEPARTMENT = "컴퓨터공학부";
  private static final int TUESDAY = 2;
  private final Campus campus;
  private final long structures;
  private final long systems;
  private final long full;
  private final Student student;

  SearchIntegrationTests(Campus campus) {
    this.campus = campus;
    var jdbc = campus.jdbc();
    var rows = new Rows(jdbc);
    var terms = new TermRows(jdbc);
    OwnTerm term = new OwnTerm(campus).open();
    student = term.student(30);
    long department = campus.newIds(1);
    terms.department(department, DEPARTMENT, "컴공,컴공과,CSE");
    long professor = campus.newIds(1);
    rows.professor(professor, "세종대왕");
    structures = term.course("자료구조", term.subject("자료구조"), 3, null, 50);
    systems =
        term.course("운영체제", term.subject("운영체제"), 3, new Meeting(TUESDAY, "13:00", "14:45"), 50);
    full =
        term.course("자료 구조 실습", term.subject("실습"), 1, new Meeting(TUESDAY, "14:00", "15:15"), 1);
    for (long course : List.of(structures, systems, full)) {
      jdbc.update(
          "UPDATE course SET department = ?, professor_id = ? WHERE course_id = ?",
          DEPARTMENT,
          professor,
          course);
    }
    jdbc.update(
        "UPDATE subject SET code = 'CSE201' WHERE subject_id = (SELECT subject_id FROM course"
            + " WHERE course_id = ?)",
        structures);
    term.student(30).enroll(full).expect("201");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            campus.instances().stream()
                .allMatch(one -> found(student.at(one), "q=CSE201").size() == 1));
  }

  @Test
  void coursesAreFoundByTitleCodeProfessorAndTheNamesOfTheDepartment() {
    // Other classes have courses of the same names.
    String own = "department=" + encode(DEPARTMENT) + "&q=";
    finds(own + encode("자료 구조"), structures, full);
    finds(own + encode("자료구조"), structures, full);
    finds(own + encode("ㅇㅇㅊㅈ"), systems);
    finds(own + "CSE201", structures);
    finds(own + "cse201", structures);
    finds(own + encode("세종 대왕"), structures, systems, full);
    finds("q=CSE201", structures);
    for (String name : List.of(DEPARTMENT, "컴공", "컴공과", "cse")) {
      finds("department=" + encode(name), structures, systems, full);
    }
    finds("q=" + encode("없는 과목"));
  }

  @Test
  void coursesAreFoundByFreeTimeAndBySeatsLeft() {
    String department = "department=" + encode("컴공");
    // A course without a meeting fits every time.
    finds(department + "&free=2-13:00-15:00&q=" + encode("운영"), systems);
    assertThat(found(department + "&free=2-13:00-15:00")).contains(systems).doesNotContain(full);
    assertThat(found(department + "&free=2-13:00-15:30")).contains(systems, full);
    // The seats of a list are of a second ago (docs/api.md).
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> finds(department + "&seatsLeft=true", structures, systems));
  }

  @Test
  void seatsTellTheirTimeAndAreSoonThoseOfNow() {
    student.enroll(systems).expect("201");
    Instant enrolled = Instant.now();
    JsonNode fresh =
        await()
            .atMost(Duration.ofSeconds(20))
            .pollInterval(Duration.ofMillis(100))
            .until(this::seats, seats -> asOf(seats).isAfter(enrolled));
    for (JsonNode course : fresh.path("courses")) {
      long id = course.path("courseId").asLong();
      int taken = id == structures ? 0 : 1;
      assertThat(course.path("taken").asInt()).isEqualTo(taken);
      assertThat(course.path("free").asInt()).isEqualTo(course.path("capacity").asInt() - taken);
    }
    assertThat(fresh.path("courses")).hasSize(3);
  }

  private JsonNode seats() {
    Answer answer =
        Student.send(
            campus.front(),
            campus.front().request("/api/seats?department=" + encode(DEPARTMENT)).GET());
    answer.expect("200");
    // Never of the future, nor of before the answers that NGINX may still keep.
    assertThat(asOf(answer.body()))
        .isBetween(answer.sent().minusSeconds(15), answer.answered().plusMillis(50));
    return answer.body();
  }

  private static Instant asOf(JsonNode seats) {
    return Instant.parse(seats.path("asOf").asString());
  }

  /** At each instance. */
  private void finds(String query, Long... courses) {
    for (Api one : campus.instances()) {
      assertThat(found(student.at(one), query)).as(query).containsExactlyInAnyOrder(courses);
    }
  }

  private List<Long> found(String query) {
    return found(student, query);
  }

  // With a session: the searches of an address without one are limited.
  private static List<Long> found(Student student, String query) {
    Answer answer = student.get("/api/courses?" + query);
    List<Long> ids = new ArrayList<>();
    answer
        .expect("200")
        .body()
        .path("content")
        .forEach(course -> ids.add(course.path("courseId").asLong()));
    return ids;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
