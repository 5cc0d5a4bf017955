package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.http.Api;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.domain.Limit;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Students through memory and Redis, with Redis and MySQL there. */
@SugangTest
class StudentCacheIntegrationTests {
  private static final AtomicLong NEXT_ID = new AtomicLong(8_300_000);
  private static final int THREADS = 64;

  @Autowired private JdbcTemplate jdbc;
  @Autowired private StringRedisTemplate redis;
  @Autowired private MeterRegistry metrics;
  @Autowired private StudentCache cache;
  @Autowired private ObjectProvider<StudentCache> caches;
  @Autowired private ObjectProvider<NearCache> locals;
  @Autowired private StudentRepository students;
  @Autowired private StudentDirectory directory;
  @Autowired private StudentProperties properties;
  @Autowired private StudentCorrections corrections;
  @Autowired private JsonMapper json;
  @Autowired private SessionFactory hibernate;
  @LocalServerPort private int port;
  @LocalManagementPort private int managementPort;

  private long id;

  @BeforeEach
  void newStudent() {
    // The first connection may take longer than the service would wait.
    await().ignoreExceptions().until(() -> redis.hasKey("student:0") != null);
    id = NEXT_ID.incrementAndGet();
    new Rows(jdbc).student(id);
    hibernate.getStatistics().setStatisticsEnabled(true);
  }

  @Test
  void firstReadFillsRedisForAJitteredTime() {
    double missesBefore = count("miss");
    HttpResponse<String> answer = get(id);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(answer.body())
        .isEqualTo(
            "{\"studentId\":%d,\"studentNumber\":\"%s\",\"name\":\"Student %d\",\"email\":\"student%d@test.invalid\",\"department\":\"Physics\",\"grade\":2}"
                .formatted(id, Rows.number(id), id, id));
    assertThat(redis.opsForValue().get(key())).isEqualTo(answer.body());
    assertThat(redis.getExpire(key(), TimeUnit.MILLISECONDS)).isBetween(475_000L, 600_000L);
    assertThat(count("miss") - missesBefore).isEqualTo(1);
  }

  @Test
  void answerSaysItsTypeAndLengthAlsoToHead() {
    Api api = new Api(port);
    HttpResponse<String> body = get(id);
    HttpResponse<String> head =
        api.send(
            api.request("/api/students/" + id).method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    for (HttpResponse<String> answer : List.of(body, head)) {
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(answer.headers().firstValueAsLong("Content-Length"))
          .hasValue(body.body().getBytes(StandardCharsets.UTF_8).length);
      assertThat(answer.headers().firstValue("Transfer-Encoding")).isEmpty();
    }
  }

  @Test
  void clientThatDoesNotTakeJsonIsToldSo() {
    Api api = new Api(port);
    HttpResponse<String> answer =
        api.send(api.request("/api/students/" + id).header("Accept", "text/html").GET());
    assertThat(answer.statusCode()).isEqualTo(406);
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("NOT_ACCEPTABLE");
  }

  @Test
  void livesDiffer() {
    List<Duration> lives = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      lives.add(properties.jitteredTtl());
    }
    assertThat(lives)
        .allSatisfy(
            life -> assertThat(life).isBetween(Duration.ofMinutes(8), Duration.ofMinutes(10)));
    assertThat(lives.stream().distinct().count()).isGreaterThan(10);
  }

  @Test
  void cachedTextIsServedAsItIsWithoutMySql() {
    redis.opsForValue().set(key(), "{\"from\":\"레디스\"}");
    double hitsBefore = count("hit");
    Statistics statistics = hibernate.getStatistics();
    long statementsBefore = statistics.getPrepareStatementCount();
    assertThat(get(id).body()).isEqualTo("{\"from\":\"레디스\"}");
    assertThat(statistics.getPrepareStatementCount()).isEqualTo(statementsBefore);
    assertThat(count("hit") - hitsBefore).isEqualTo(1);
  }

  @Test
  void anUnknownIdIsMarkedBrieflyAndMySqlIsAskedEachTime() {
    long unknown = NEXT_ID.incrementAndGet();
    double unknownHitsBefore = count("unknown_hit");
    assertThat(get(unknown).statusCode()).isEqualTo(404);
    assertThat(redis.opsForValue().get(StudentCache.name(unknown))).isEqualTo("-");
    assertThat(redis.getExpire(StudentCache.name(unknown), TimeUnit.MILLISECONDS))
        .isBetween(0L, 5_000L);
    long statementsBefore = hibernate.getStatistics().getPrepareStatementCount();
    assertThat(get(unknown).statusCode()).isEqualTo(404);
    assertThat(hibernate.getStatistics().getPrepareStatementCount() - statementsBefore)
        .isEqualTo(1);
    assertThat(count("unknown_hit") - unknownHitsBefore).isEqualTo(1);
  }

  @Test
  void aNewStudentIsFoundAtOnceAlthoughTheIdWasUnknown() {
    long late = NEXT_ID.incrementAndGet();
    assertThat(get(late).statusCode()).isEqualTo(404);
    assertThat(directory.exists(late)).isFalse();
    new Rows(jdbc).student(late);
    redis.opsForValue().set(StudentCache.name(late), "-", Duration.ofSeconds(60));
    assertThat(directory.exists(late)).isTrue();
    redis.opsForValue().set(StudentCache.name(late), "-", Duration.ofSeconds(60));
    assertThat(get(late).statusCode()).isEqualTo(200);
    assertThat(redis.hasKey(StudentCache.name(late))).isFalse();
    assertThat(get(late).statusCode()).isEqualTo(200);
    assertThat(redis.opsForValue().get(StudentCache.name(late))).contains("studentNumber");
  }

  @Test
  void correctionIsSeenAtOnce() {
    assertThat(get(id).body()).contains("Physics");
    HttpResponse<String> corrected =
        management().postJson("/actuator/students/" + id, "{\"department\":\"화학과\",\"grade\":3}");
    assertThat(corrected.statusCode()).as(corrected.body()).isEqualTo(200);
    assertThat(JsonPath.<Boolean>read(corrected.body(), "$.evicted")).isTrue();
    assertThat(redis.hasKey(key())).isFalse();
    assertThat(get(id).body())
        .contains("\"department\":\"화학과\",\"grade\":3")
        .contains("student" + id + "@");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                     | 400 | at least one of email, department and grade must be given
          {"grade":0}                            | 400 | 'grade' must be from 1 to 6
          {"grade":7}                            | 400 | 'grade' must be from 1 to 6
          {"email":"nobody"}                     | 400 | 'email' must be an e-mail address
          {"department":""}                      | 400 | 'department' must
          {"department":" x"}                    | 400 | 'department' must be text without blanks around it
          {"email":"student8300001@test.invalid"} | 400 | belongs to another student
          """)
  void refusesCorrection(String body, int status, String sentence) {
    HttpResponse<String> answer = management().postJson("/actuator/students/" + id, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(sentence);
    assertThat(get(id).body()).contains("\"department\":\"Physics\",\"grade\":2");
  }

  @Test
  void correctionOfAnUnknownStudentIsNotFound() {
    HttpResponse<String> answer =
        management().postJson("/actuator/students/" + NEXT_ID.incrementAndGet(), "{\"grade\":1}");
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(JsonPath.<String>read(answer.body(), "$.code")).isEqualTo("STUDENT_NOT_FOUND");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "0", "-1", "1.5", "0x1", "99999999999999999999"})
  void refusesCorrectionOfWhatIsNotAnId(String text) {
    HttpResponse<String> answer =
        management().postJson("/actuator/students/" + text, "{\"grade\":1}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains("must be a whole number");
  }

  @Test
  void correctionsAreNotPartOfTheApi() {
    assertThat(new Api(port).postJson("/actuator/students/" + id, "{\"grade\":3}").statusCode())
        .isEqualTo(404);
  }

  @Test
  void knownStudentCostsNeitherRedisNorMySql() {
    assertThat(directory.exists(id)).isTrue();
    redis.delete(key());
    double lookUpsBefore = lookUps();
    long statementsBefore = hibernate.getStatistics().getPrepareStatementCount();
    for (int i = 0; i < 1000; i++) {
      assertThat(directory.exists(id)).isTrue();
    }
    assertThat(lookUps()).isEqualTo(lookUpsBefore);
    assertThat(hibernate.getStatistics().getPrepareStatementCount()).isEqualTo(statementsBefore);
  }

  @Test
  void existenceComesFromRedisBeforeMySql() {
    redis.opsForValue().set(key(), "{}");
    long statementsBefore = hibernate.getStatistics().getPrepareStatementCount();
    assertThat(directory.exists(id)).isTrue();
    assertThat(hibernate.getStatistics().getPrepareStatementCount()).isEqualTo(statementsBefore);
  }

  @Test
  void oneOf64ReadersLoadsAColdStudent() throws Exception {
    long statementsBefore = hibernate.getStatistics().getPrepareStatementCount();
    List<String> answers = together(THREADS, thread -> get(id).body());
    assertThat(answers)
        .hasSize(THREADS)
        .allMatch(answer -> answer.contains(Rows.number(id)))
        .allMatch(answers.getFirst()::equals);
    assertThat(hibernate.getStatistics().getPrepareStatementCount() - statementsBefore)
        .isEqualTo(1);
  }

  @Test
  void oneOfTwoInstancesLoadsAColdStudent() throws Exception {
    SlowStudents slow = new SlowStudents(students);
    StudentReader one = reader(slow, Duration.ofSeconds(2));
    StudentReader two = reader(slow, Duration.ofSeconds(2));
    CompletableFuture<List<String>> answers =
        CompletableFuture.supplyAsync(() -> {
          try {
            return together(16, thread -> text((thread % 2 == 0 ? one : two).read(id)));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
    slow.awaitReader();
    slow.letThrough();
    assertThat(answers.get(30, TimeUnit.SECONDS))
        .hasSize(16)
        .allMatch(answer -> answer.contains(Rows.number(id)));
    assertThat(slow.reads).hasValue(1);
  }

  @Test
  void whoWaitsForTheLoaderOfAnotherInstanceGetsItsResult() {
    redis.opsForValue().set(key(), "?other:1", Duration.ofSeconds(30));
    SlowStudents counted = new SlowStudents(students);
    counted.letThrough();
    StudentReader reader = reader(counted, Duration.ofSeconds(20));
    CompletableFuture<String> answer = readAsync(reader);
    await()
        .until(() -> counted.metrics.counter("sugang.student.cache", "result", "miss").count() > 0);
    redis.opsForValue().set(key(), "{\"from\":\"other\"}");
    assertThat(answer).succeedsWithin(Duration.ofSeconds(15)).isEqualTo("{\"from\":\"other\"}");
    assertThat(counted.reads).hasValue(0);
  }

  @Test
  void deadLoaderOfAnotherInstanceHoldsNobodyUpAndIsNotOverwritten() {
    redis.opsForValue().set(key(), "?dead:1", Duration.ofSeconds(60));
    StudentReader reader = reader(students, Duration.ofMillis(20));
    assertThat(text(reader.read(id))).contains(Rows.number(id));
    assertThat(redis.opsForValue().get(key())).isEqualTo("?dead:1");
  }

  @Test
  void valueReadBeforeACorrectionIsNotCachedAfterIt() throws Exception {
    SlowStudents slow = new SlowStudents(students);
    StudentReader reader = reader(slow, Duration.ofSeconds(1));
    CompletableFuture<String> before = readAsync(reader);
    slow.awaitReader(); // has read the old value, holds its lease
    assertThat(corrections.correct(id, new StudentCorrection(null, "Chemistry", null)))
        .isEqualTo(StudentCorrections.CorrectionResult.CORRECTED);
    slow.letThrough();
    assertThat(before.get(10, TimeUnit.SECONDS))
        .contains("Physics"); // began before the correction: true then
    assertThat(redis.hasKey(key())).isFalse();
    assertThat(text(reader.read(id))).contains("Chemistry");
    assertThat(redis.opsForValue().get(key())).contains("Chemistry");
  }

  @Test
  void readerThatJoinsALoadAfterACorrectionStartsOver() throws Exception {
    SlowStudents slow = new SlowStudents(students);
    StudentReader reader = reader(slow, Duration.ofSeconds(1));
    CompletableFuture<String> before = readAsync(reader);
    slow.awaitReader();
    corrections.correct(id, new StudentCorrection(null, "Chemistry", null));
    double lookUpsBefore = slow.metrics.counter("sugang.student.cache", "result", "miss").count();
    CompletableFuture<String> after = readAsync(reader);
    await()
        .until(() ->
            slow.metrics.counter("sugang.student.cache", "result", "miss").count() > lookUpsBefore);
    slow.letThrough();
    assertThat(before.get(10, TimeUnit.SECONDS)).contains("Physics");
    assertThat(after.get(10, TimeUnit.SECONDS)).contains("Chemistry");
  }

  @Test
  void failedLoadLeavesNoLease() {
    StudentReader reader = reader(new BrokenStudents(), Duration.ofSeconds(1));
    assertThatThrownBy(() -> reader.read(id)).isInstanceOf(TemporarilyUnavailableException.class);
    assertThat(redis.hasKey(key())).isFalse();
  }

  @Test
  void preloadPutsStudentsIntoRedisWithoutTouchingWhatIsThere(@Autowired StudentPreload preload) {
    long second = NEXT_ID.incrementAndGet();
    new Rows(jdbc).student(second);
    redis.opsForValue().set(key(), "{\"already\":\"there\"}");
    preload.load(1_000_000);
    assertThat(redis.opsForValue().get(key())).isEqualTo("{\"already\":\"there\"}");
    assertThat(redis.opsForValue().get(StudentCache.name(second)))
        .contains("\"studentNumber\":\"" + Rows.number(second));
    assertThat(redis.getExpire(StudentCache.name(second), TimeUnit.MILLISECONDS))
        .isBetween(470_000L, 600_000L);
    double lookUpsBefore = lookUps();
    assertThat(directory.exists(second)).isTrue();
    assertThat(lookUps()).isEqualTo(lookUpsBefore);
  }

  // A thread each: the common pool of two cores has one, which a reader that waits holds.
  private CompletableFuture<String> readAsync(StudentReader reader) {
    return CompletableFuture.supplyAsync(
        () -> text(reader.read(id)), task -> Thread.ofVirtual().start(task));
  }

  private StudentReader reader(StudentRepository repository, Duration loadWait) {
    StudentProperties patient =
        new StudentProperties(
            properties.cache(),
            properties.ttl(),
            properties.jitter(),
            properties.unknownTtl(),
            Duration.ofSeconds(30),
            loadWait,
            properties.knownIds(),
            properties.knownTtl(),
            properties.localTtl(),
            properties.localMemory(),
            properties.localHeartbeat());
    MeterRegistry registry =
        repository instanceof SlowStudents slow ? slow.metrics : new SimpleMeterRegistry();
    return new StudentReader(repository, caches, locals, json, patient, registry);
  }

  private HttpResponse<String> get(long studentId) {
    return new Api(port).get("/api/students/" + studentId);
  }

  private Api management() {
    return new Api(managementPort);
  }

  private String key() {
    return StudentCache.name(id);
  }

  private double count(String result) {
    return metrics.counter("sugang.student.cache", "result", result).count();
  }

  private double lookUps() {
    return count("hit") + count("unknown_hit") + count("miss") + count("error");
  }

  private static String text(byte @Nullable [] json) {
    return json == null ? "" : new String(json, StandardCharsets.UTF_8);
  }

  private interface Call {
    String run(int thread) throws Exception;
  }

  /** Runs a call in many threads that start at the same time. */
  private static List<String> together(int threads, Call call) throws Exception {
    CountDownLatch ready = new CountDownLatch(threads);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<String>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        running.add(
            executor.submit(() -> {
              ready.countDown();
              ready.await();
              return call.run(thread);
            }));
      }
      List<String> results = new ArrayList<>();
      for (Future<String> one : running) {
        results.add(one.get(30, TimeUnit.SECONDS));
      }
      return results;
    }
  }

  private static final class BrokenStudents implements StudentRepository {
    @Override
    public List<Student> findByStudentIdIn(List<Long> studentIds) {
      throw new DataAccessResourceFailureException("down");
    }

    @Override
    public Optional<Long> findIdBehindLock(long studentId) {
      return Optional.empty();
    }

    @Override
    public List<Long> findIds(long after, long before, Limit limit) {
      return List.of();
    }
  }
}
