package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.sugang.rows.Meeting;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Check 16, the basket, and check 17, one press for all of it. */
@AcceptanceTest
@Isolated("compares all tables")
class BasketIntegrationTests {
  private static final int MONDAY = 1;
  private static final String BASKET = "/api/me/basket";
  private static final String PRESS = BASKET + "/enrollments";
  private static final Duration SOON = Duration.ofSeconds(30);
  private final Campus campus;
  private final OwnTerm term;

  BasketIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
  }

  private static Answer put(Student student, long course, String kind) {
    return student.put(BASKET + "/" + course, "{\"kind\":\"%s\"}".formatted(kind));
  }

  private static <T> List<T> each(JsonNode list, Function<JsonNode, T> value) {
    List<T> values = new ArrayList<>();
    list.forEach(one -> values.add(value.apply(one)));
    return values;
  }

  private static List<Long> courses(Answer basket) {
    return each(basket.expect("200").body().path("items"), item -> item.path("courseId").asLong());
  }

  private static List<String> codes(JsonNode reasons) {
    return each(reasons, reason -> reason.path("code").asString());
  }

  private static String ids(List<Long> courses) {
    return "{\"courseIds\":" + courses + "}";
  }

  private static String press(List<Long> courses, String key) {
    return courses.stream()
        .map(course ->
            "{\"courseId\":%d,\"idempotencyKey\":\"%s-%d\"}".formatted(course, key, course))
        .collect(Collectors.joining(",", "{\"courses\":[", "]}"));
  }

  /** The codes of a press in the order of its courses, 201 for those that succeeded. */
  private static List<String> outcomes(Answer press, List<Long> courses) {
    JsonNode answers = press.expect("200").body().path("answers");
    assertThat(each(answers, answer -> answer.path("courseId").asLong()))
        .containsExactlyElementsOf(courses);
    return each(
        answers,
        answer -> {
          int status = answer.path("status").asInt();
          JsonNode problem = answer.path("problem");
          assertThat(problem.isMissingNode()).isEqualTo(status == 201);
          return status == 201 ? "201" : problem.path("code").asString();
        });
  }

  /** Checksums of all tables but that of ids, of which an instance may take a block at any time. */
  private Map<String, Long> rows() {
    Map<String, Long> tables = campus.tables();
    tables.keySet().removeIf(table -> table.endsWith(".enrollment_id_block"));
    return tables;
  }

  /** As a client that repeats a press that was refused as a whole, or has an undecided line. */
  private static Answer pressUntilItRuns(Student student, String press) {
    return await()
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> student.post(PRESS, press),
            answer ->
                !answer.code().equals("REQUEST_IN_FLIGHT")
                    && !each(answer.body().path("answers"), line -> line.path("status").asInt())
                        .contains(503));
  }

  @Test
  void aWantedCourseAgainstRulesIsRefusedWithAllReasonsAndAReserveIsTaken() {
    Student student = term.student(6);
    long subject = term.subject();
    long held = term.course(term.subject(), 3, new Meeting(MONDAY, "09:00", "10:15"));
    long wanted = term.course(subject, 3, new Meeting(MONDAY, "11:00", "12:15"));
    long needed = term.subject();
    long further = term.subject();
    term.relation(further, needed, "PREREQUISITE");
    term.relation(Math.min(subject, further), Math.max(subject, further), "EQUIVALENT");
    long bad = term.course(further, 3, new Meeting(MONDAY, "10:00", "11:15"));
    student.enroll(held).expect("201");
    put(student, wanted, "WANTED").expect("200");

    Answer refused = put(student, bad, "WANTED").expect("PREREQUISITE");
    assertThat(refused.status()).isEqualTo(409);
    JsonNode reasons = refused.body().path("reasons");
    assertThat(codes(reasons))
        .containsExactly(
            "PREREQUISITE", "SAME_SUBJECT", "TIME_CONFLICT", "TIME_CONFLICT", "CREDIT_LIMIT");
    assertThat(reasons.get(0).path("missing").asString()).isEqualTo(OwnTerm.code(needed));
    assertThat(reasons.get(1).path("conflictingCourseId").asLong()).isEqualTo(wanted);
    assertThat(reasons.get(2).path("conflictingCourseId").asLong()).isEqualTo(held);
    assertThat(reasons.get(2).path("from").asString()).isEqualTo("10:00");
    assertThat(reasons.get(3).path("conflictingCourseId").asLong()).isEqualTo(wanted);
    assertThat(reasons.get(4).path("usedCredits").asInt()).isEqualTo(6);
    assertThat(refused.body().path("missing")).isEqualTo(reasons.get(0).path("missing"));
    assertThat(courses(student.get(BASKET))).containsExactly(wanted);

    JsonNode reserve = put(student, bad, "RESERVE").expect("200").body();
    assertThat(reserve.path("position").asInt()).isEqualTo(2);
    assertThat(codes(reserve.path("reasons"))).isEqualTo(codes(reasons));
    JsonNode basket = student.get(BASKET).expect("200").body();
    assertThat(basket.path("termId").asLong()).isEqualTo(term.id());
    assertThat(codes(basket.path("items").get(0).path("reasons"))).isEmpty();
    assertThat(basket.path("items").get(1).path("reasons")).isEqualTo(reserve.path("reasons"));
    assertThat(basket.path("items").get(1).path("kind").asString()).isEqualTo("RESERVE");
    // A click gets the first of them.
    student.enroll(bad).expect("PREREQUISITE");
  }

  @Test
  void theOrderIsTheStudents() {
    Student student = term.student(30);
    List<Long> all = List.of(term.course(), term.course(), term.course());
    all.forEach(course -> put(student, course, "WANTED").expect("200"));
    List<Long> other = List.of(all.get(2), all.get(0), all.get(1));
    assertThat(courses(student.put(BASKET, ids(other)))).isEqualTo(other);
    assertThat(courses(student.put(BASKET, ids(other)))).isEqualTo(other);
    assertThat(courses(student.get(BASKET))).isEqualTo(other);
    assertThat(courses(student.get(BASKET + "?term=" + term.id()))).isEqualTo(other);
    assertThat(courses(student.get(BASKET + "?term=20991"))).isEmpty();

    Answer changed = student.put(BASKET, ids(all.subList(0, 2))).expect("BASKET_CHANGED");
    assertThat(each(changed.body().path("courseIds"), JsonNode::asLong)).isEqualTo(other);
    student.put(BASKET + "?term=20991", ids(other)).expect("NOT_IN_TERM");
    assertThat(student.delete(BASKET + "/" + all.get(0)).status()).isEqualTo(204);
    assertThat(student.delete(BASKET + "/" + all.get(0)).status()).isEqualTo(204);
    assertThat(courses(student.get(BASKET))).containsExactly(all.get(2), all.get(1));
  }

  @Test
  void onePressIsAnsweredForEachCourseInOrderAndAgainChangesNothing() {
    Student student = term.student(12);
    Meeting monday = new Meeting(MONDAY, "13:00", "14:15");
    long full = term.course("Full", term.subject(), 3, null, 1);
    term.student(30).enroll(full).expect("201");
    long first = term.course(term.subject(), 3, monday);
    long collides = term.course(term.subject(), 3, monday);
    long last = term.course(term.subject(), 9, null);
    List<Long> six = List.of(first, term.course(), full, collides, last, term.course());
    six.forEach(course -> put(student, course, "RESERVE").expect("200"));

    Answer won = student.post(PRESS, press(six, "one"));
    List<String> expected =
        List.of("201", "201", "COURSE_FULL", "TIME_CONFLICT", "CREDIT_LIMIT", "201");
    assertThat(outcomes(won, six)).isEqualTo(expected);
    JsonNode collision = won.body().path("answers").get(3).path("problem");
    assertThat(collision.path("conflictingCourseId").asLong()).isEqualTo(first);
    assertThat(collision.path("type").asString()).isEqualTo("/problems/time-conflict");
    Map<String, Long> before = rows();

    for (int turn = 0; turn <= Campus.INSTANCES; turn++) {
      Answer again = student.at(campus.door(turn)).post(PRESS, press(six, "one"));
      assertThat(outcomes(again, six)).isEqualTo(expected);
      for (int i : List.of(0, 1, 5)) {
        assertThat(again.body().path("answers").get(i))
            .isEqualTo(won.body().path("answers").get(i));
      }
      assertThat(outcomes(student.at(campus.door(turn)).post(PRESS, press(six, "other")), six))
          .containsExactly(
              "ALREADY_ENROLLED",
              "ALREADY_ENROLLED",
              "COURSE_FULL",
              "TIME_CONFLICT",
              "CREDIT_LIMIT",
              "ALREADY_ENROLLED");
    }
    assertThat(rows()).isEqualTo(before);
    // The key of a press is the key of its enrollment.
    Answer click = student.at(campus.door(0)).enrollWithKey(first, "one-" + first).expect("201");
    assertThat(click.body().path("enrollmentId"))
        .isEqualTo(won.body().path("answers").get(0).path("enrollment").path("enrollmentId"));
    // What is held has left the basket, and comes back with its cancel.
    assertThat(courses(student.get(BASKET))).containsExactly(full, collides, last);
    put(student, first, "RESERVE").expect("ALREADY_ENROLLED");
    student.delete(click.location()).expect("204");
    assertThat(courses(student.get(BASKET))).containsExactly(first, full, collides, last);
  }

  @Test
  void pressesAtOnceAtThreeInstancesEndInOneRowPerCourse() throws Exception {
    List<Student> students = term.students(Scale.of(300), 2, 12);
    List<Long> fitting = List.of(term.course(), term.course(), term.course(), term.course());
    List<Long> six = new ArrayList<>(fitting);
    six.add(term.course());
    six.add(term.course("Full", term.subject(), 3, null, 0));
    List<Callable<Answer>> presses = new ArrayList<>();
    for (int race = 0; race < students.size(); race++) {
      for (int i = 0; i < Campus.INSTANCES; i++) {
        Student student = students.get(race).at(campus.door(race + i));
        String body = press(six, "press" + i);
        presses.add(() -> pressUntilItRuns(student, body));
      }
    }
    List<Answer> answers = campus.rush(presses);
    int won = 0;
    for (Answer answer : answers) {
      List<String> outcomes = outcomes(answer, six);
      assertThat(outcomes.subList(0, 4)).isSubsetOf("201", "ALREADY_ENROLLED");
      assertThat(outcomes.get(4)).isEqualTo("CREDIT_LIMIT");
      assertThat(outcomes.get(5)).isIn("COURSE_FULL", "CREDIT_LIMIT");
      won += Collections.frequency(outcomes, "201");
    }
    assertThat(won).isEqualTo(4 * students.size());
    for (Student student : students) {
      assertThat(campus.count("SELECT COUNT(*) FROM enrollment WHERE student_id = ?", student.id()))
          .isEqualTo(4);
    }
    for (long course : fitting) {
      assertThat(
              campus.count(
                  "SELECT COUNT(DISTINCT student_id) FROM enrollment WHERE course_id = ?", course))
          .isEqualTo(students.size());
    }
  }

  @Test
  void changesAtOnceAtThreeInstancesKeepTheRules() throws Exception {
    List<Student> students = term.students(Scale.of(100), 2, 30);
    List<Long> collide = new ArrayList<>();
    for (int i = 0; i < Campus.INSTANCES; i++) {
      collide.add(term.course(new Meeting(MONDAY, "16:00", "17:00")));
    }
    List<Callable<Answer>> changes = new ArrayList<>();
    for (int race = 0; race < students.size(); race++) {
      for (int i = 0; i < Campus.INSTANCES; i++) {
        Student student = students.get(race).at(campus.door(race + i));
        long course = collide.get(i);
        changes.add(() -> put(student, course, "WANTED"));
      }
    }
    List<Answer> answers = campus.rush(changes);
    for (int race = 0; race < students.size(); race++) {
      assertThat(answers.subList(race * Campus.INSTANCES, (race + 1) * Campus.INSTANCES))
          .extracting(Answer::code)
          .containsExactlyInAnyOrder("200", "TIME_CONFLICT", "TIME_CONFLICT");
      assertThat(courses(students.get(race).get(BASKET))).hasSize(1);
    }
  }

  @Test
  void aBasketHasABoundAndEachStudentAnOwnOne() {
    Student student = term.student(30);
    Student other = term.student(30);
    long subject = term.subject();
    List<Long> thirty = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      thirty.add(term.course(subject));
      put(student, thirty.getLast(), "RESERVE").expect("200");
    }
    Answer full = put(student, term.course(subject), "RESERVE").expect("BASKET_FULL");
    assertThat(full.body().path("most").asInt()).isEqualTo(30);
    assertThat(courses(student.get(BASKET))).isEqualTo(thirty);

    assertThat(courses(other.get(BASKET))).isEmpty();
    other.put(BASKET, ids(thirty)).expect("BASKET_CHANGED");
    assertThat(other.delete(BASKET + "/" + thirty.getFirst()).status()).isEqualTo(204);
    assertThat(courses(student.get(BASKET))).isEqualTo(thirty);
  }

  @Test
  void changesNeedAWindowOfTheBasketWhereTheTermHasOne() {
    OwnTerm other = new OwnTerm(campus);
    Student student = other.student(30);
    long course = other.course();
    put(student, course, "WANTED").expect("200");
    Instant begin = Instant.now().plus(Duration.ofHours(1));
    other.basketWindow(begin, begin.plus(Duration.ofHours(1)));
    Answer closed = put(student, other.course(), "RESERVE").expect("NOT_OPEN");
    assertThat(closed.body().path("waitMs").asLong()).isBetween(3_500_000L, 3_600_000L);
    assertThat(codes(closed.body().path("reasons"))).containsExactly("NOT_OPEN");
    student.delete(BASKET + "/" + course).expect("NOT_OPEN");
    put(student, course, "WANTED").expect("200");
    assertThat(courses(student.get(BASKET))).containsExactly(course);

    JsonNode known = windows(student, other);
    JsonNode window = ofTerm(known, "windows", other).getFirst();
    assertThat(window.path("phase").asString()).isEqualTo("BASKET");
    assertThat(window.path("termId").asLong()).isEqualTo(other.id());
    JsonNode basket = ofTerm(known, "actions", other).get(2);
    assertThat(basket.path("action").asString()).isEqualTo("BASKET");
    assertThat(basket.path("open").asBoolean()).isFalse();
    assertThat(basket.path("reason").path("code").asString()).isEqualTo("NOT_OPEN");
    assertThat(basket.path("reason").path("opensAt")).isEqualTo(window.path("opensAt"));
  }

  @Test
  void aStudentSeesTheOwnWindows() {
    OwnTerm other = new OwnTerm(campus);
    Instant begin = Instant.now().minusSeconds(60);
    Instant end = begin.plus(Duration.ofHours(2));
    other.window(other.audience("grade_from,grade_to", 3, 3), begin, end);
    other.window(other.audience("grade_from,grade_to", 2, 2), end, end.plusSeconds(60));
    Student second = other.student(30);
    Student third = other.students(1, 3, 30).getFirst();
    JsonNode windows2 = windows(second, other);
    JsonNode of2 = ofTerm(windows2, "windows", other).getFirst();
    assertThat(Instant.parse(of2.path("closesAt").asString()))
        .isCloseTo(end.plusSeconds(60), within(1, ChronoUnit.MILLIS));
    assertThat(of2.path("audience").asString()).startsWith("audience");
    JsonNode enroll2 = ofTerm(windows2, "actions", other).getFirst();
    assertThat(enroll2.path("open").asBoolean()).isFalse();
    assertThat(enroll2.path("reason").path("code").asString()).isEqualTo("NOT_OPEN");
    JsonNode windows3 = windows(third, other);
    List<JsonNode> actions3 = ofTerm(windows3, "actions", other);
    assertThat(actions3)
        .extracting(
            action -> action.path("action").asString(), action -> action.path("open").asBoolean())
        .containsExactly(tuple("ENROLL", true), tuple("DROP", true), tuple("BASKET", true));
    assertThat(ofTerm(windows3, "windows", other)).hasSize(1);
  }

  /** Returns the first answer of an instance that knows a window of the term. */
  private static JsonNode windows(Student student, OwnTerm term) {
    return await()
        .atMost(SOON)
        .until(
            () -> student.get("/api/me/windows").expect("200").body(),
            body -> !ofTerm(body, "windows", term).isEmpty());
  }

  private static List<JsonNode> ofTerm(JsonNode body, String list, OwnTerm term) {
    List<JsonNode> all = each(body.path(list), Function.identity());
    return all.stream().filter(one -> one.path("termId").asLong() == term.id()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT | /1 | {} | kind",
        "PUT | /1 | {\"kind\":\"MAYBE\"} | WANTED",
        "PUT | /1 | {\"kind\":0} | kind",
        "PUT | '' | {\"courseIds\":7} | list",
        "PUT | /0 | {\"kind\":\"WANTED\"} | courseId",
        "PUT | '' | {} | courseIds",
        "PUT | '' | {\"courseIds\":[0]} | courseIds",
        "PUT | '' | {\"courseIds\":[null]} | courseIds",
        "PUT | ?term=x | {\"courseIds\":[]} | term",
        "POST | /enrollments | {} | courses",
        "POST | /enrollments | {\"courses\":[]} | courses",
        "POST | /enrollments | {\"courses\":[null]} | courses",
        "POST | /enrollments | {\"courses\":[{}]} | courseId",
        "POST | /enrollments | {\"studentId\":0,\"courses\":[{\"courseId\":1}]} | studentId",
        "POST | /enrollments | {\"studentId\":\"x\",\"courses\":[{\"courseId\":1}]} | studentId",
        "POST | /enrollments | {\"courses\":[{\"courseId\":1},{\"courseId\":1}]} | twice",
        "POST | /enrollments | {\"courses\":[{\"courseId\":1,\"idempotencyKey\":\"a b\"}]} | idempotencyKey",
      })
  void badInputIsRefusedWithWhatIsWrong(String method, String path, String body, String named) {
    Student student = term.student(30);
    Map<String, Long> before = campus.tables();
    String address = BASKET + path;
    Answer answer = method.equals("PUT") ? student.put(address, body) : student.post(address, body);
    assertThat(answer.expect("INVALID_REQUEST").body().path("detail").asString()).contains(named);
    assertThat(campus.tables()).isEqualTo(before);
  }

  @Test
  void aPressForAnotherStudentIsRefusedWholeAndEnrollsNeither() {
    Student student = term.student(30);
    Student other = term.student(30);
    List<Long> two = List.of(term.course(), term.course());
    String courses = press(two, "k").substring(1);
    String body = "{\"studentId\":%d,%s";
    student.post(PRESS, body.formatted(other.id(), courses)).expect("NOT_YOURS");
    for (Student one : List.of(student, other)) {
      JsonNode rows = one.get("/api/me/enrollments").expect("200").body();
      assertThat(each(rows, row -> row.path("courseId").asLong())).isEmpty();
    }
    assertThat(outcomes(student.post(PRESS, body.formatted(student.id(), courses)), two))
        .containsExactly("201", "201");
  }

  @Test
  void aPressHasABoundAndKnowsWhatIsNoCourse() {
    Student student = term.student(30);
    List<Long> many = new ArrayList<>(Collections.nCopies(21, 0L));
    many.replaceAll(_ -> campus.newIds(1));
    student.post(PRESS, press(many, "k")).expect("INVALID_REQUEST");
    long course = term.course();
    List<Long> odd = List.of(many.get(0), course, 9_007_199_254_000_001L);
    assertThat(outcomes(student.post(PRESS, press(odd, "k")), odd))
        .containsExactly("COURSE_NOT_FOUND", "201", "COURSE_NOT_FOUND");
    put(student, many.get(0), "RESERVE").expect("COURSE_NOT_FOUND");
    Student elsewhere = new OwnTerm(campus).student(30);
    put(elsewhere, course, "RESERVE").expect("NOT_IN_TERM");
  }

  @Test
  void demandIsToldWithoutNames() {
    long course = term.course();
    List<Student> students = term.students(3, 2, 30);
    students.forEach(student -> put(student, course, "WANTED").expect("200"));
    put(term.student(30), course, "RESERVE").expect("200");
    await()
        .atMost(SOON)
        .until(
            () -> students.getFirst().get("/api/courses/" + course).body().path("demand").asInt(),
            demand -> demand == 3);
  }
}
