package io.sugang.enrollment.rejections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rejections by one instance, looked up at another. */
class RejectionIntegrationTests {
  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();
  private static final Pattern XREAD_CALLS = Pattern.compile("cmdstat_xread:calls=([0-9]+)");
  private static Instances instances;
  private static List<Api> apis;

  @BeforeAll
  static void start() {
    instances =
        Instances.start(
            SugangApplication.class,
            2,
            DATABASE,
            REDIS,
            Instances.SHIPPED_LIMITS,
            "sugang.seed.students=20",
            "sugang.seed.courses=5");
    apis = instances.baseUrls().stream().map(url -> new Api(url.getPort())).toList();
    await().until(() -> apis.stream().allMatch(api -> rejections(api, 1).statusCode() == 200));
  }

  @AfterAll
  static void stop() {
    instances.close();
    REDIS.close();
  }

  @Test
  void aStudentSeesTheRejectionsOfAllInstancesNewestFirst() {
    Instant before = Instant.now().minusSeconds(1);
    assertThat(enroll(apis.get(0), 7, 3).statusCode()).isEqualTo(201);
    assertThat(enroll(apis.get(0), 7, 3).statusCode()).isEqualTo(409);
    assertThat(enroll(apis.get(1), 7, 3).statusCode()).isEqualTo(409);
    assertThat(enroll(apis.get(1), 8, 3).statusCode()).isEqualTo(201);
    assertThat(enroll(apis.get(0), 7, 999).statusCode()).isEqualTo(404);
    for (Api api : apis) {
      await()
          .untilAsserted(() ->
              assertThat(JsonPath.<List<Object>>read(rejections(api, 7).body(), "$")).hasSize(2));
      String rejections = rejections(api, 7).body();
      assertThat(JsonPath.<List<Integer>>read(rejections, "$[*].courseId")).containsOnly(3);
      assertThat(JsonPath.<List<String>>read(rejections, "$[*].code"))
          .containsOnly("ALREADY_ENROLLED");
      List<Instant> times =
          JsonPath.<List<String>>read(rejections, "$[*].at").stream().map(Instant::parse).toList();
      assertThat(times.get(0)).isBetween(times.get(1), Instant.now().plusSeconds(1));
      assertThat(times.get(1)).isAfter(before);
      assertThat(rejections(api, 8).body()).isEqualTo("[]");
    }
  }

  @Test
  void rejectionsOfTheWarmUpAreLeftOut() {
    var recent = instances.contexts().getFirst().getBean(RecentRejections.class);
    recent.add(new StudentId(9), new CourseId(Ids.RESERVED_FROM), ProblemType.COURSE_FULL);
    recent.add(new StudentId(Ids.RESERVED_FROM), new CourseId(9), ProblemType.COURSE_FULL);
    recent.add(new StudentId(9), new CourseId(4), ProblemType.COURSE_FULL);
    await()
        .untilAsserted(() ->
            assertThat(
                    JsonPath.<List<Integer>>read(
                        rejections(apis.getLast(), 9).body(), "$[*].courseId"))
                .containsExactly(4));
  }

  @Test
  void theFloodOfOneStudentDropsNoRejectionOfAnother() {
    var recent = instances.contexts().getFirst().getBean(RecentRejections.class);
    for (int i = 0; i < 100_000; i++) {
      recent.add(new StudentId(10), new CourseId(1 + i % 5), ProblemType.COURSE_FULL);
    }
    recent.add(new StudentId(11), new CourseId(4), ProblemType.COURSE_FULL);
    await()
        .untilAsserted(() ->
            assertThat(
                    JsonPath.<List<Integer>>read(
                        rejections(apis.getLast(), 11).body(), "$[*].courseId"))
                .containsExactly(4));
    assertThat(JsonPath.<List<Integer>>read(rejections(apis.getLast(), 10).body(), "$[*].courseId"))
        .hasSize(OwnRejections.MOST)
        .startsWith(5);
  }

  @Test
  void readsAskRedisNothing() {
    int reads = 400;
    await().until(() -> rejections(apis.getFirst(), 12).statusCode() == 200);
    long before = streamReads();
    for (int i = 0; i < reads; i++) {
      assertThat(rejections(apis.getFirst(), 12).statusCode()).isEqualTo(200);
    }
    // The instances read their streams once a second, whatever is asked.
    assertThat(streamReads() - before).isLessThan(reads / 2);
  }

  private static long streamReads() {
    try (RedisAdministrator administrator = REDIS.administrator()) {
      Matcher calls = XREAD_CALLS.matcher(administrator.commands().info("commandstats"));
      return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }
  }

  @Test
  void aRedisThatHangsHoldsNoRead() throws Exception {
    Api api = apis.getFirst();
    await().until(() -> rejections(api, 12).statusCode() == 200);
    String signIn = "{\"studentNumber\":\"1\",\"password\":\"wrong\"}";
    int signInAnswer = api.postJson("/api/session", signIn).statusCode();
    REDIS.pause();
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<String>>> reads = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        reads.add(clients.submit(() -> rejections(api, 12)));
      }
      assertThat(api.postJson("/api/session", signIn).statusCode()).isEqualTo(signInAnswer);
      for (Future<HttpResponse<String>> read : reads) {
        assertThat(read.get().statusCode()).isIn(200, 503);
      }
      // It says that it does not know, and does not answer with old rejections.
      await().until(() -> rejections(api, 12).statusCode() == 503);
    } finally {
      REDIS.resume();
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> apis.stream().allMatch(one -> rejections(one, 12).statusCode() == 200));
  }

  @Test
  void unknownStudentsAreNotFoundAndTheOwnRejectionsNeedASession() {
    assertThat(rejections(apis.getFirst(), 400_000_000).statusCode()).isEqualTo(404);
    assertThat(apis.getFirst().get("/api/me/refusals").statusCode()).isEqualTo(401);
  }

  private static HttpResponse<String> rejections(Api api, long student) {
    return api.get("/api/students/" + student + "/refusals");
  }

  private static HttpResponse<String> enroll(Api api, long student, long course) {
    return api.postJson(
        "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course));
  }
}
