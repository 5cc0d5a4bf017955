package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.MySqlLimits;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.StatementCallback;

/** Lists that MySQL takes long for. */
@FaultTest(
    properties = {
      "sugang.seat.control=lock",
      // The one list waits for its table until the test has looked at all others.
      MySqlLimits.TABLE_LOCK_WAIT + 60,
      MySqlLimits.LONG_STATEMENTS,
      "sugang.course.lists=" + CourseListOverloadIntegrationTests.LISTS,
      "sugang.course.waiting-lists=" + CourseListOverloadIntegrationTests.WAITING
    })
@Tag("extended")
class CourseListOverloadIntegrationTests {
  static final int LISTS = 4;
  static final int WAITING = 8;

  /** Of the lists one reads the courses for all. */
  private static final int READING = 1;

  private static final int CLIENTS = 60;
  private static final int READS = 10;

  @Autowired MySqlDatabase database;
  @LocalServerPort int port;

  @Test
  void listsThatTakeLongAreRefusedAndKeepNoOtherReadWaiting() {
    List<CompletableFuture<HttpResponse<String>>> lists = new ArrayList<>();
    List<HttpResponse<String>> reads = new ArrayList<>();
    int enrollmentId =
        JsonPath.read(
            new Api(port).postJson("/api/enrollments", "{\"studentId\":1,\"courseId\":1}").body(),
            "$.enrollmentId");
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      database
          .jdbc()
          .execute(
              (StatementCallback<Boolean>)
                  statement -> {
                    // The first list reads professors; an enrollment is read without them.
                    statement.execute("LOCK TABLES professor WRITE");
                    for (int i = 0; i < CLIENTS; i++) {
                      lists.add(
                          CompletableFuture.supplyAsync(
                              () -> new Api(port).get("/api/courses?q=a&size=100"), clients));
                    }
                    await()
                        .until(() ->
                            lists.stream().filter(CompletableFuture::isDone).count()
                                == CLIENTS - READING);
                    for (int i = 0; i < READS; i++) {
                      reads.add(new Api(port).get("/api/enrollments/" + enrollmentId));
                    }
                    assertThat(lists.stream().filter(list -> !list.isDone())).hasSize(READING);
                    return statement.execute("UNLOCK TABLES");
                  });
    }
    assertThat(reads).hasSize(READS).allSatisfy(one -> assertThat(one.statusCode()).isEqualTo(200));
    List<HttpResponse<String>> answers = lists.stream().map(CompletableFuture::join).toList();
    assertThat(answers).filteredOn(one -> one.statusCode() == 200).hasSize(READING);
    assertThat(answers)
        .filteredOn(one -> one.statusCode() == 503)
        .hasSize(CLIENTS - READING)
        .allSatisfy(one -> assertThat(one.headers().firstValue("Retry-After")).isPresent());
    assertThat(new Api(port).get("/api/courses?q=a").statusCode()).isEqualTo(200);
  }
}
