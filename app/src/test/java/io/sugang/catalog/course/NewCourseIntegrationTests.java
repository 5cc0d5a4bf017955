package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** A student and a course that are added right after a request asked for them. */
@SugangTest(properties = "sugang.seat.control=lock")
@Tag("extended")
class NewCourseIntegrationTests {
  private static final long ID = 8_840_001;

  @Autowired private CourseCatalog catalog;
  @Autowired private JdbcTemplate jdbc;
  @LocalServerPort private int port;

  private HttpResponse<String> enroll() {
    return new Api(port)
        .postJson("/api/enrollments", "{\"studentId\":%d,\"courseId\":%1$d}".formatted(ID));
  }

  private static String code(HttpResponse<String> answer) {
    return JsonPath.read(answer.body(), "$.code");
  }

  @Test
  void areFoundByTheNextRequest() {
    Rows rows = new Rows(jdbc);
    rows.professor(ID, "Professor");
    assertThat(code(enroll())).isEqualTo("STUDENT_NOT_FOUND");
    assertThat(catalog.exists(new CourseId(ID))).isFalse();
    rows.student(ID);
    assertThat(code(enroll())).isEqualTo("COURSE_NOT_FOUND");
    rows.course(ID, "New", "New", ID, 1);
    assertThat(enroll().statusCode()).isEqualTo(201);
    assertThat(catalog.remembers(new SeatsId(ID))).isTrue();
  }
}
