package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.seats.ledger.StudentTransactions;
import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlServer;
import io.sugang.servers.RedisServer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Students while Redis or MySQL are away. Without memory before Redis, so that each read asks it;
 * {@link TwoLevelIntegrationTests} has the other case.
 */
@FaultTest(properties = "SUGANG_STUDENT_CACHE=redis")
@Tag("extended")
class StudentFaultIntegrationTests {
  private static long nextId = 8_600_000;

  @Autowired private RedisServer redisServer;
  @Autowired private MySqlServer mysqlServer;
  @Autowired private StringRedisTemplate redis;
  @Autowired private JdbcTemplate jdbc;
  @Autowired private MeterRegistry metrics;
  @Autowired private StudentDirectory directory;
  @Autowired private StudentCorrections corrections;
  @LocalServerPort private int port;

  private long id;

  @BeforeEach
  void newStudentAndWorkingCache() {
    id = nextId++;
    // The test before may have stopped MySQL, and reads of its student did not need it.
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> jdbc.queryForList("SELECT 1").size() == 1);
    new Rows(jdbc).student(id);
    awaitCache();
  }

  @AfterEach
  void serversBack() {
    redisServer.start();
    mysqlServer.start();
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptions()
        .until(() -> get(id).statusCode() == 200);
  }

  @Test
  void readsGoOnWithoutRedis() {
    redisServer.stop();
    double errorsBefore = count("error");
    for (int i = 0; i < 10; i++) {
      assertThat(get(id).statusCode()).isEqualTo(200);
    }
    assertThat(count("error") - errorsBefore).isEqualTo(10);
    assertThat(get(8_699_999).statusCode()).isEqualTo(404);

    redisServer.start();
    awaitCache();
  }

  @Test
  void readsGoOnWhileRedisIsFrozenAndSoonDoNotWaitForIt() {
    redisServer.pause();
    try {
      // each read that asked would wait for two time limits of 300 ms: two minutes
      long start = System.nanoTime();
      for (int i = 0; i < 200; i++) {
        assertThat(get(id).statusCode()).isEqualTo(200);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    } finally {
      redisServer.resume();
    }
    awaitCache();
  }

  @Test
  void withoutRedisReadersOfOneInstanceStillShareOneLoad(
      @Autowired StudentRepository students,
      @Autowired ObjectProvider<StudentCache> caches,
      @Autowired ObjectProvider<NearCache> locals,
      @Autowired JsonMapper json,
      @Autowired StudentProperties properties)
      throws Exception {
    redisServer.stop();
    SlowStudents slow = new SlowStudents(students);
    StudentReader reader = new StudentReader(slow, caches, locals, json, properties, slow.metrics);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      threads.add(Thread.ofPlatform().start(() -> assertThat(reader.read(id)).isNotNull()));
    }
    slow.awaitReader();
    await()
        .until(() -> slow.metrics.counter("sugang.student.cache", "result", "error").count() == 16);
    // one waits for the latch, the others for the load
    await()
        .untilAsserted(() ->
            assertThat(threads)
                .allMatch(thread ->
                    thread.getState() == Thread.State.WAITING
                        || thread.getState() == Thread.State.TIMED_WAITING));
    slow.letThrough();
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
    }
    assertThat(slow.reads).hasValue(1);
  }

  @Test
  void withoutRedisAReadThatBeginsAfterACorrectionJoinsNoLoadFromBeforeIt(
      @Autowired StudentRepository students,
      @Autowired ObjectProvider<StudentCache> caches,
      @Autowired ObjectProvider<NearCache> locals,
      @Autowired LateEvictions late,
      @Autowired StudentTransactions transactions,
      @Autowired JsonMapper json,
      @Autowired StudentProperties properties)
      throws Exception {
    redisServer.stop();
    SlowStudents slow = new SlowStudents(students);
    StudentReader reader = new StudentReader(slow, caches, locals, json, properties, slow.metrics);
    StudentCorrections ofReader =
        new StudentCorrections(transactions, new StudentEviction(caches, locals, reader), late);
    CompletableFuture<String> before = readAsync(reader);
    slow.awaitReader(); // has read the old value
    assertThat(ofReader.correct(id, new StudentCorrection(null, "Chemistry", null)))
        .isEqualTo(StudentCorrections.CorrectionResult.CORRECTED_NOT_EVICTED);
    CompletableFuture<String> after = readAsync(reader);
    await()
        .until(() -> slow.metrics.counter("sugang.student.cache", "result", "error").count() == 2);
    slow.letThrough();
    assertThat(before.get(10, TimeUnit.SECONDS)).contains("Physics");
    assertThat(after.get(10, TimeUnit.SECONDS)).contains("Chemistry");
  }

  private CompletableFuture<String> readAsync(StudentReader reader) {
    return CompletableFuture.supplyAsync(
        () -> new String(Objects.requireNonNull(reader.read(id)), StandardCharsets.UTF_8),
        Thread::startVirtualThread);
  }

  @Test
  void correctionWithoutRedisIsMadeAndSaysThatTheOldValueMayBeSeen() {
    redisServer.stop();
    assertThat(corrections.correct(id, new StudentCorrection(null, "Chemistry", null)))
        .isEqualTo(StudentCorrections.CorrectionResult.CORRECTED_NOT_EVICTED);
    assertThat(get(id).body()).contains("Chemistry");
  }

  @Test
  void cachedStudentsAreReadWithoutMySql() {
    assertThat(get(id).statusCode()).isEqualTo(200);
    mysqlServer.stop();
    assertThat(get(id).statusCode()).isEqualTo(200);
    assertThat(directory.exists(id)).isTrue();
  }

  @Test
  void withoutMySqlAnUncachedStudentIsTemporarilyUnavailable() {
    mysqlServer.stop();
    HttpResponse<String> answer = get(8_699_998);
    assertUnavailable(answer);
    assertUnavailable(new Api(port).get("/api/courses"));
    assertUnavailable(new Api(port).get("/api/students/8699998/enrollments"));
    mysqlServer.start();
    await().atMost(Duration.ofSeconds(60)).until(() -> get(8_699_998).statusCode() == 404);
  }

  @Test
  void whoWaitsForAMySqlThatHangsHoldsNobodyUpWhomRedisKnows() {
    // Repeated where the machine is so slow that some have waited long enough before all wait.
    await()
        .atMost(Duration.ofMinutes(4))
        .pollDelay(Duration.ZERO)
        .until(this::knownStudentsAreReadWhileOthersWait);
  }

  private boolean knownStudentsAreReadWhileOthersWait() {
    assertThat(get(id).statusCode()).isEqualTo(200);
    boolean noneHadEnded;
    mysqlServer.pause();
    List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 100; i++) { // three times as many as there are HTTP threads
        long uncached = 8_699_800 + i;
        waiting.add(CompletableFuture.supplyAsync(() -> get(uncached), clients));
      }
      await()
          .until(() ->
              metrics.get("sugang.fastpath.under.way").gauge().value() == waiting.size()
                  || waiting.stream().anyMatch(CompletableFuture::isDone));
      assertThat(get(id).statusCode()).isEqualTo(200);
      noneHadEnded = waiting.stream().noneMatch(CompletableFuture::isDone);
      waiting.forEach(answer -> assertUnavailable(answer.join()));
    } finally {
      mysqlServer.resume();
    }
    await().atMost(Duration.ofSeconds(60)).until(() -> get(8_699_800).statusCode() == 404);
    return noneHadEnded;
  }

  @Test
  void withoutBothNothingIsMadeUp() {
    redisServer.stop();
    mysqlServer.stop();
    assertUnavailable(get(id));
    assertUnavailable(
        new Api(port).postJson("/api/enrollments", "{\"studentId\":8699997,\"courseId\":8699997}"));
  }

  private static void assertUnavailable(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).contains("1");
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("TEMPORARILY_UNAVAILABLE");
  }

  /** Awaits that a read fills Redis again. */
  private void awaitCache() {
    await()
        .atMost(30, TimeUnit.SECONDS)
        .ignoreExceptions()
        .until(() ->
            get(id).statusCode() == 200
                && Boolean.TRUE.equals(redis.hasKey(StudentCache.name(id))));
  }

  private double count(String result) {
    return metrics.counter("sugang.student.cache", "result", result).count();
  }

  private HttpResponse<String> get(long studentId) {
    return new Api(port).get("/api/students/" + studentId);
  }
}
