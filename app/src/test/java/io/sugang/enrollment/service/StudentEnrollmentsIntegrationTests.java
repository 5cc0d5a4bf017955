package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.platform.ids.Ids;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.time.LocalDateTime;
import java.util.List;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The seats of a student: 30 courses by 30 professors. */
@SugangTest
class StudentEnrollmentsIntegrationTests {
  private static final long FIRST = 8_500_001;
  private static final long WITHOUT_SEAT = FIRST + 1;
  private static final int COURSES = 30;
  private static final LocalDateTime AT = LocalDateTime.of(2026, 2, 3, 4, 5, 6, 789_012_000);

  @Autowired private SessionFactory hibernate;
  @LocalServerPort private int port;

  @BeforeAll
  static void rows(@Autowired JdbcTemplate jdbc) {
    Rows rows = new Rows(jdbc);
    rows.student(FIRST);
    rows.student(WITHOUT_SEAT);
    for (int i = 0; i < COURSES; i++) {
      rows.professor(FIRST + i, "Professor " + i);
      rows.course(FIRST + i, "Topic " + i, "Enrollments", FIRST + i, 50);
      // the later the id the earlier the enrollment
      rows.enrollment(FIRST + i, FIRST, FIRST + i, AT.minusMinutes(i));
    }
  }

  @Test
  void allSeatsAreOneStatement() {
    call(FIRST); // the student is known from here on
    hibernate.getStatistics().setStatisticsEnabled(true);
    long before = hibernate.getStatistics().getPrepareStatementCount();
    String seats = call(FIRST).body();
    assertThat(hibernate.getStatistics().getPrepareStatementCount() - before).isEqualTo(1);
    assertThat(JsonPath.<List<Object>>read(seats, "$")).hasSize(COURSES);
    assertThat(JsonPath.<List<String>>read(seats, "$[*].professor")).doesNotHaveDuplicates();
  }

  @Test
  void seatsAreSortedByTimeAndShownInUtc() {
    String seats = call(FIRST).body();
    assertThat(seats)
        .endsWith(
            "{\"enrollmentId\":%d,\"courseId\":%d,\"title\":\"Topic 0\",\"professor\":\"Professor 0\",\"credits\":3,\"enrolledAt\":\"2026-02-03T04:05:06.789012Z\"}]"
                .formatted(FIRST, FIRST));
    assertThat(JsonPath.<List<String>>read(seats, "$[*].enrolledAt")).isSorted();
  }

  @Test
  void studentWithoutSeatsHasAnEmptyList() {
    assertThat(call(WITHOUT_SEAT).body()).isEqualTo("[]");
  }

  @Test
  void studentsOfWarmUpAreHidden(@Autowired JdbcTemplate jdbc) {
    long reserved = Ids.RESERVED_FROM + 85;
    new Rows(jdbc).student(reserved);
    assertThat(call(reserved).statusCode()).isEqualTo(404);
    assertThat(new Api(port).get("/api/students/" + reserved).statusCode()).isEqualTo(404);
  }

  private HttpResponse<String> call(long studentId) {
    return new Api(port).get("/api/students/" + studentId + "/enrollments");
  }
}
