package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Listing courses: 45 of one department, taught by 45 professors. */
@SugangTest
class CourseListingIntegrationTests {
  private static final long FIRST = 8_400_001;
  private static final int COURSES = 45;
  private static final String DEPARTMENT = "Course listing";
  private static final long RESERVED = Ids.RESERVED_FROM + 84;

  @Autowired private SessionFactory hibernate;
  @Autowired private CourseCatalog catalog;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(
      @Autowired JdbcTemplate jdbc,
      @Autowired StringRedisTemplate redis,
      @LocalServerPort int port) {
    Rows rows = new Rows(jdbc);
    for (int i = 0; i < COURSES; i++) {
      rows.professor(FIRST + i, "Professor " + i);
      rows.course(FIRST + i, "Topic " + i, DEPARTMENT, FIRST + i, 50);
    }
    rows.course(FIRST + 100, "100% 전기_자기학!", DEPARTMENT + " 2", FIRST, 50);
    rows.course(RESERVED, "Topic of warm-up", DEPARTMENT, FIRST, 50);
    await().ignoreExceptions().until(() -> redis.hasKey("student:0") != null);
    // Lists show a new course after a second.
    Api api = new Api(port);
    await()
        .until(() ->
            JsonPath.<Integer>read(
                    api.get("/api/courses?department=" + encode(DEPARTMENT)).body(),
                    "$.totalElements")
                == COURSES);
  }

  @Test
  void pagesAreSortedAndComplete() {
    String first = courses("department=" + encode(DEPARTMENT));
    assertThat(JsonPath.<Integer>read(first, "$.page")).isZero();
    assertThat(JsonPath.<Integer>read(first, "$.size")).isEqualTo(20);
    assertThat(JsonPath.<Integer>read(first, "$.totalElements")).isEqualTo(COURSES);
    assertThat(JsonPath.<Integer>read(first, "$.totalPages")).isEqualTo(3);
    assertThat(ids(first)).hasSize(20).isSorted().startsWith((int) FIRST);
    assertThat(ids(courses("department=" + encode(DEPARTMENT) + "&page=2"))).hasSize(5);
    assertThat(ids(courses("department=" + encode(DEPARTMENT) + "&page=3"))).isEmpty();
    assertThat(ids(courses("department=" + encode(DEPARTMENT) + "&page=1000000&size=100")))
        .isEmpty();
  }

  @Test
  void courseShowsWhatThePageShows() {
    assertThat(new Api(port).get("/api/courses/" + (FIRST + 7)).body())
        .isEqualTo(
            "{\"courseId\":%d,\"title\":\"Topic 7\",\"department\":\"Course listing\",\"professor\":\"Professor 7\",\"credits\":3,\"capacity\":50,\"remaining\":50}"
                .formatted(FIRST + 7));
  }

  @Test
  void pageOf40CoursesIsNoStatementOfItsOwn() {
    hibernate.getStatistics().setStatisticsEnabled(true);
    long before = hibernate.getStatistics().getPrepareStatementCount();
    String page = courses("size=40&department=" + encode(DEPARTMENT));
    assertThat(ids(page)).hasSize(40);
    assertThat(hibernate.getStatistics().getPrepareStatementCount() - before).isZero();
  }

  @Test
  void courseIsOneStatement() {
    hibernate.getStatistics().setStatisticsEnabled(true);
    long before = hibernate.getStatistics().getPrepareStatementCount();
    new Api(port).get("/api/courses/" + FIRST);
    assertThat(hibernate.getStatistics().getPrepareStatementCount() - before).isEqualTo(1);
  }

  @Test
  void wildcardsAreTakenLiterally() {
    assertThat(ids(courses("q=" + encode("100%")))).containsExactly((int) FIRST + 100);
    assertThat(ids(courses("q=" + encode("전기_자기학!")))).containsExactly((int) FIRST + 100);
    assertThat(ids(courses("q=" + encode("전기%자기학")))).isEmpty();
    assertThat(ids(courses("q=" + encode("Topic_7") + "&department=" + encode(DEPARTMENT))))
        .isEmpty();
    assertThat(ids(courses("q=" + encode("topic 7") + "&department=" + encode(DEPARTMENT))))
        .containsExactly((int) FIRST + 7);
    assertThat(ids(courses("q=" + encode("' OR '1'='1")))).isEmpty();
  }

  @Test
  void emptyFiltersAreNone() {
    int all = JsonPath.read(courses(""), "$.totalElements");
    assertThat(all).isGreaterThan(COURSES);
    assertThat(JsonPath.<Integer>read(courses("department=&q=&page=&size="), "$.totalElements"))
        .isEqualTo(all);
  }

  @Test
  void coursesOfWarmUpAreHiddenButExist() {
    assertThat(ids(courses("size=100&department=" + encode(DEPARTMENT)))).hasSize(COURSES);
    assertThat(new Api(port).get("/api/courses/" + RESERVED).statusCode()).isEqualTo(404);
    assertThat(catalog.exists(new CourseId(RESERVED))).isTrue();
  }

  @Test
  void remainingFollowsEnrollments(@Autowired JdbcTemplate jdbc) {
    long course = FIRST + 9;
    new Rows(jdbc).student(FIRST);
    assertThat(remaining(course)).isEqualTo(50);
    assertThat(
            new Api(port)
                .postJson(
                    "/api/enrollments",
                    "{\"studentId\":%d,\"courseId\":%d}".formatted(FIRST, course))
                .statusCode())
        .isEqualTo(201);
    assertThat(remaining(course)).isEqualTo(49);
  }

  @Test
  void catalogKnowsCoursesWithoutAskingAgainAndNoUnknownOnes() {
    assertThat(catalog.exists(new CourseId(FIRST))).isTrue();
    assertThat(catalog.exists(new CourseId(FIRST + 99))).isFalse();
    hibernate.getStatistics().setStatisticsEnabled(true);
    long before = hibernate.getStatistics().getPrepareStatementCount();
    assertThat(catalog.exists(new CourseId(FIRST))).isTrue();
    assertThat(hibernate.getStatistics().getPrepareStatementCount()).isEqualTo(before);
    assertThat(catalog.exists(new CourseId(FIRST + 99))).isFalse();
    assertThat(hibernate.getStatistics().getPrepareStatementCount()).isEqualTo(before + 1);
  }

  private int remaining(long course) {
    return JsonPath.read(new Api(port).get("/api/courses/" + course).body(), "$.remaining");
  }

  private String courses(String query) {
    return new Api(port).get("/api/courses?" + query).body();
  }

  private static List<Integer> ids(String page) {
    return JsonPath.read(page, "$.content[*].courseId");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
