package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** Searching three courses of one department, and its seats. */
@SugangTest
class CourseSearchIntegrationTests {
  private static final long DATA = 8_700_001;
  private static final long CHAPEL = DATA + 1;
  private static final long FULL = DATA + 2;
  private static final String DEPARTMENT = "department=" + encode("탐색학과");

  @Autowired private JdbcTemplate jdbc;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired MySqlDatabase database, @LocalServerPort int port) {
    JdbcTemplate jdbc = database.jdbc();
    Rows rows = new Rows(jdbc);
    rows.professor(DATA, "홍길동");
    jdbc.update(
        "INSERT INTO term VALUES (87771, 8777, 'SPRING', 'REGULAR', '8777-03-01', '8777-06-20')");
    jdbc.update(
        "INSERT INTO department (department_id, college, name_ko, name_en, aliases)"
            + " VALUES (8700001, 'Search', '탐색학과', 'Search', '탐과,Search Dept')");
    jdbc.update(
        "INSERT INTO subject (subject_id, code, title_ko, title_en, credits, classification, department_id)"
            + " VALUES (8700001, 'SRCH.101', '자료구조', 'Data Structures', 3, '전선', 8700001)");
    rows.course(DATA, "자료구조", "탐색학과", DATA, 50);
    rows.course(CHAPEL, "채플", "탐색학과", DATA, 50);
    rows.course(FULL, "자료와 구조", "탐색학과", DATA, 1);
    jdbc.update(
        "UPDATE course SET term_id = 87771, subject_id = 8700001, section_no = '002' WHERE course_id = ?",
        DATA);
    jdbc.update(
        "INSERT INTO meeting VALUES (8700001, 1, 570, 645, '302-105'), (8700001, 3, 570, 645, NULL)");
    rows.student(DATA);
    rows.enrollment(DATA, DATA, FULL, LocalDateTime.of(2026, 2, 3, 4, 5));
    await().until(() -> new Api(port).get("/api/courses?" + DEPARTMENT).body().contains("자료와 구조"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ㅈㄹㄱㅈ", "SRCH.101", "srch.101-002", "자료구조"})
  void aCourseIsFoundByTitleInitialsAndCode(String text) {
    assertThat(ids(DEPARTMENT + "&q=" + encode(text))).containsExactly(DATA);
  }

  @ParameterizedTest
  @CsvSource({
    "자료 구조, 8700001",
    "구조 자료, 8700001 8700003",
    "자료 홍길동, 8700001 8700003",
    "길동 srch, 8700001",
    "자료구조 (002), 8700001",
    "자료구조 (001), ",
    "data 길동, 8700001",
    "탐과, 8700001 8700002 8700003",
    "탐색학과 채플, 8700002",
    "탐과 ㅊㅍ, 8700002",
    "채플 김, "
  })
  void eachWordIsAPartOfATextOfTheCourse(String typed, @Nullable String found) {
    assertThat(ids(DEPARTMENT + "&q=" + encode(typed)))
        .containsExactlyElementsOf(
            found == null ? List.of() : Stream.of(found.split(" ")).map(Long::valueOf).toList());
  }

  @Test
  void coursesAreFoundByProfessorAndByTheNamesOfTheDepartment() {
    assertThat(ids("q=" + encode("홍 길동"))).containsExactly(DATA, CHAPEL, FULL);
    for (String name : List.of("탐색학과", "탐과", "search dept", "SearchDept")) {
      assertThat(ids("department=" + encode(name))).containsExactly(DATA, CHAPEL, FULL);
    }
    assertThat(ids("department=" + encode("탐"))).isEmpty();
  }

  @Test
  void coursesThatLieInTheFreeTimeAreFound() {
    assertThat(ids(DEPARTMENT + "&free=1-09:00-12:00&free=3-09:30-10:45")).containsExactly(DATA);
    assertThat(ids(DEPARTMENT + "&free=1-09:00-12:00,3-09:30-10:45")).containsExactly(DATA);
    assertThat(ids(DEPARTMENT + "&free=1-09:00-12:00")).isEmpty();
    assertThat(ids(DEPARTMENT + "&free=1-09:00-12:00&free=3-09:30-10:40")).isEmpty();
  }

  @Test
  void coursesAreFoundByClassificationSectionTermAndIds() {
    assertThat(ids(DEPARTMENT + "&classification=" + encode("전선"))).containsExactly(DATA);
    assertThat(ids(DEPARTMENT + "&classification=" + encode("교양"))).isEmpty();
    assertThat(ids(DEPARTMENT + "&section=002")).containsExactly(DATA);
    assertThat(ids(DEPARTMENT + "&section=001")).isEmpty();
    assertThat(ids(DEPARTMENT + "&term=87771")).containsExactly(DATA);
    assertThat(ids("ids=%d,%d,400000000".formatted(FULL, DATA))).containsExactly(DATA, FULL);
    assertThat(ids("ids=" + DATA + "&seatsLeft=true&section=001")).isEmpty();
  }

  @Test
  void aCourseShowsTheSameInAListAndById() {
    String listed = get("/api/courses?ids=" + DATA).body();
    String alone = get("/api/courses/" + DATA).body();
    assertThat(listed).contains(alone);
    assertThat(alone)
        .contains(
            "\"termId\":87771,\"subjectId\":8700001,\"departmentId\":8700001,\"titleEn\":\"Data Structures\",\"classification\":\"전선\",\"countsTowardLimit\":true");
    assertThat(get("/api/courses/" + CHAPEL).body())
        .doesNotContain("termId", "classification", "status", "demand");
  }

  @Test
  void departmentsHaveCollegeAndAliasesAndMayBeKept() {
    HttpResponse<String> answer = get("/api/departments");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Cache-Control")).hasValue("max-age=60, public");
    assertThat(answer.body())
        .contains(
            "{\"departmentId\":8700001,\"college\":\"Search\",\"name\":\"탐색학과\",\"nameEn\":\"Search\",\"aliases\":[\"탐과\",\"Search Dept\"]}")
        .contains("\"classifications\":[")
        .contains("\"전선\"");
  }

  @Test
  void fullCoursesAreLeftOut() {
    assertThat(ids(DEPARTMENT + "&seatsLeft=true")).containsExactly(DATA, CHAPEL);
    assertThat(ids(DEPARTMENT + "&seatsLeft=false")).hasSize(3);
  }

  @Test
  void aListShowsCodeAndTimes() {
    assertThat(get("/api/courses?" + DEPARTMENT).body())
        .contains(
            "\"code\":\"SRCH.101\",\"section\":\"002\",\"meetings\":[{\"weekday\":1,\"start\":\"09:30\",\"end\":\"10:45\",\"startMinute\":570,\"endMinute\":645,\"room\":\"302-105\"},");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "free=monday",
        "free=1-12:00-09:00",
        "free=0-09:00-10:00",
        "ids=0",
        "ids=1,x",
        "term=-1",
        "section=123456789",
        "classification=12345678901234567",
        "seatsLeft=2",
        "seatsLeft=maybe"
      })
  void badConditionsAreRefusedWithWhatIsAllowed(String query) {
    HttpResponse<String> refused = get("/api/courses?" + query);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("INVALID_REQUEST", query.substring(0, query.indexOf('=')));
  }

  @Test
  void seatsOfADepartmentHaveTheirTime() {
    Instant before = Instant.now().minusSeconds(20);
    String seats = get("/api/seats?department=" + encode("탐색학과")).body();
    assertThat(seats)
        .contains(
            "\"department\":\"탐색학과\",\"courses\":[{\"courseId\":8700001,\"capacity\":50,\"taken\":0,\"free\":50,\"status\":\"OPEN\"},",
            "{\"courseId\":8700003,\"capacity\":1,\"taken\":1,\"free\":0,\"status\":\"OPEN\"}");
    assertThat(Instant.parse(JsonPath.read(seats, "$.asOf")))
        .isBetween(before, Instant.now().plusSeconds(1));
  }

  @Test
  void seatsFollowEnrollmentsWithinAboutASecond() {
    new Api(port)
        .postJson("/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(DATA, CHAPEL));
    await()
        .until(() ->
            get("/api/seats?" + DEPARTMENT)
                .body()
                .contains(
                    "{\"courseId\":8700002,\"capacity\":50,\"taken\":1,\"free\":49,\"status\":\"OPEN\"}"));
  }

  @Test
  void seatsSayWhenAWindowOrANoticeChanged() {
    String first = changes("windows");
    String noticesBefore = changes("notices");
    jdbc.update(
        "INSERT INTO registration_window VALUES"
            + " (87771, 87771, 'ENROLL', NULL, '2026-02-10', '2026-02-11', 'ENROLL')");
    String second = awaitOther("windows", first);
    jdbc.update("UPDATE registration_window SET closes_at = '2026-02-12' WHERE window_id = 87771");
    awaitOther("windows", second);
    assertThat(changes("notices")).isEqualTo(noticesBefore);
    jdbc.update(
        "INSERT INTO notice (student_id, kind, source, at) VALUES"
            + " (?, 'COURSE_CANCELLED', 'changes', '2026-02-10')",
        DATA);
    awaitOther("notices", noticesBefore);
  }

  private String awaitOther(String of, String than) {
    return await().until(() -> changes(of), value -> !value.equals(than));
  }

  private String changes(String of) {
    return JsonPath.read(get("/api/seats?" + DEPARTMENT).body(), "$.changes." + of);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?department=", "?department=%20", "?department=none", "?other=1"})
  void seatsNeedADepartmentThatHasCourses(String query) {
    HttpResponse<String> refused = get("/api/seats" + query);
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("INVALID_REQUEST", "'department'", "GET /api/courses");
  }

  /** NGINX keeps an answer by the text of its address: a department must not have many of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "department=%ED%83%90%EA%B3%BC",
        "department=search%20dept",
        "department=%ED%83%90%EC%83%89%ED%95%99%EA%B3%BC%20",
        "department=%20%20%ED%83%90%EC%83%89%ED%95%99%EA%B3%BC",
        "department=%ED%83%90%EC%83%89+%ED%95%99%EA%B3%BC",
        "department=%ed%83%90%EC%83%89%ED%95%99%EA%B3%BC",
        "department=%E1%84%90%E1%85%A1%E1%86%B7%EC%83%89%ED%95%99%EA%B3%BC",
        "department=%ED%83%90%EC%83%89%ED%95%99%EA%B3%BC&x=1"
      })
  void anotherSpellingOfADepartmentLeadsToItsName(String query) {
    mustLeadTo("/api/seats?department=%ED%83%90%EC%83%89%ED%95%99%EA%B3%BC", query);
  }

  @ParameterizedTest
  @CsvSource({"87771,200", "%38%37771,308", "087771,400", "0x156DB,400", "%2087771,400", "'',400"})
  void aTermHasOneSpelling(String term, int status) {
    assertThat(
            get("/api/seats?department=%ED%83%90%EC%83%89%ED%95%99%EA%B3%BC&term=" + term)
                .statusCode())
        .isEqualTo(status);
  }

  private void mustLeadTo(String address, String query) {
    HttpResponse<String> answer = get("/api/seats?" + query);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(308);
    assertThat(answer.headers().firstValue("Location")).hasValue(address);
    // NGINX keeps nothing that does not say until when.
    assertThat(answer.headers().firstValue("X-Accel-Expires")).isEmpty();
    assertThat(get(address).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> get(String path) {
    return new Api(port).get(path);
  }

  private List<Long> ids(String query) {
    return JsonPath.<List<Integer>>read(
            get("/api/courses?" + query).body(), "$.content[*].courseId")
        .stream()
        .map(Integer::longValue)
        .toList();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
