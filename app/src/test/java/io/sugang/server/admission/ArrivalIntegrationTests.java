package io.sugang.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.http.Api;
import io.sugang.platform.clock.SharedClock;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** One thread, which a lock in MySQL keeps busy, so that the next request has to wait for it. */
@SugangTest(
    properties = {
      "server.tomcat.threads.max=1",
      "server.tomcat.threads.min-spare=1",
      "sugang.fastpath.under-way=0"
    })
@Tag("extended")
class ArrivalIntegrationTests {
  private static final Duration LONG = Duration.ofMillis(300);

  @LocalServerPort int port;
  @Autowired MySqlDatabase database;
  @Autowired MeterRegistry meters;
  @Autowired SharedClock clock;

  @Test
  void aRowHasTheTimeOfArrivalAndNotOfTheThreadOrTheCommit() throws Exception {
    Api api = new Api(port);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        Connection other =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
      other.setAutoCommit(false);
      other.createStatement().executeQuery("SELECT 1 FROM course WHERE course_id = 1 FOR UPDATE");
      Instant begin = clock.now();
      Future<HttpResponse<String>> first = clients.submit(() -> enroll(api, 1, 1));
      await().until(database::waitsForALock);
      Future<HttpResponse<String>> second = clients.submit(() -> enroll(api, 2, 2));
      await().until(() -> meters.get("sugang.admission.waiting").gauge().value() == 1);
      Instant bothArrived = clock.now();
      await().until(() -> Duration.between(bothArrived, clock.now()).compareTo(LONG) > 0);
      other.rollback();

      assertThat(enrolledAt(first.get())).isBetween(begin, bothArrived);
      assertThat(enrolledAt(second.get())).isBetween(begin, bothArrived);
    }
    Instant later = clock.now();
    assertThat(enrolledAt(enroll(api, 3, 3))).isBetween(later, clock.now());
  }

  private static Instant enrolledAt(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return Instant.parse(JsonPath.read(answer.body(), "$.enrolledAt"));
  }

  private static HttpResponse<String> enroll(Api api, int student, int course) {
    return api.postJson(
        "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course));
  }
}
