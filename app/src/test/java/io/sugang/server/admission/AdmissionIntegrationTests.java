package io.sugang.server.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sugang.http.Api;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** One thread, which a lock in MySQL keeps busy, so that all others have to wait for it. */
@SugangTest(
    properties = {
      "server.tomcat.threads.max=1",
      "server.tomcat.threads.min-spare=1",
      "sugang.admission.longest-wait=50ms",
      // So that who waits for a commit has the only thread.
      "sugang.fastpath.under-way=0"
    })
@Tag("extended")
class AdmissionIntegrationTests {
  private static final Duration LONGER_THAN_ALLOWED = Duration.ofMillis(100);

  @LocalServerPort int port;
  @Autowired MySqlDatabase database;
  @Autowired JdbcTemplate jdbc;
  @Autowired MeterRegistry meters;

  @Test
  void whoWaitedTooLongIsRefusedWithoutASeatAndWhoComesThenIsServed() throws Exception {
    Api api = new Api(port);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
        Connection other =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password())) {
      other.setAutoCommit(false);
      other.createStatement().executeQuery("SELECT 1 FROM course WHERE course_id = 1 FOR UPDATE");
      Future<HttpResponse<String>> first = clients.submit(() -> enrollWhenAThreadIsFree(api, 1, 1));
      await().until(database::waitsForALock);
      double refusedBefore = refused();
      long unavailableBefore = unavailable();
      List<Future<HttpResponse<String>>> waiting = new ArrayList<>();
      for (int student = 2; student <= 6; student++) {
        int id = student;
        waiting.add(clients.submit(() -> enroll(api, id, 2)));
      }
      waiting.add(clients.submit(() -> api.get("/api/students/1")));
      await().until(() -> meters.get("sugang.admission.waiting").gauge().value() == waiting.size());
      long since = System.nanoTime();
      await().until(() -> System.nanoTime() - since > LONGER_THAN_ALLOWED.toNanos());
      other.rollback();

      assertThat(first.get().statusCode()).isEqualTo(201);
      for (Future<HttpResponse<String>> refused : waiting) {
        HttpResponse<String> answer = refused.get();
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.headers().firstValue("Content-Type"))
            .hasValue("application/problem+json");
        assertThat(answer.body())
            .contains("\"code\":\"TEMPORARILY_UNAVAILABLE\"", "did not start this request");
      }
      assertThat(refused() - refusedBefore).isEqualTo(6);
      await().until(() -> unavailable() - unavailableBefore == 5);
    }
    assertThat(jdbc.queryForList("SELECT 1 FROM enrollment WHERE course_id = 2")).isEmpty();
    assertThat(enrollWhenAThreadIsFree(api, 2, 2).statusCode()).isEqualTo(201);
  }

  private double refused() {
    return meters.counter("sugang.admission.refused").count();
  }

  private long unavailable() {
    return meters
        .find("http.server.requests")
        .tags("uri", "/api/enrollments", "status", "503")
        .timers()
        .stream()
        .mapToLong(Timer::count)
        .sum();
  }

  // On a busy machine the only thread may take longer than the wait that is allowed.
  private static HttpResponse<String> enrollWhenAThreadIsFree(Api api, int student, int course) {
    HttpResponse<String> answer = enroll(api, student, course);
    return answer.statusCode() == 503 ? enrollWhenAThreadIsFree(api, student, course) : answer;
  }

  private static HttpResponse<String> enroll(Api api, int student, int course) {
    return api.postJson(
        "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course));
  }
}
