package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import io.sugang.SugangApplication;
import io.sugang.enrollment.service.KeyedRequest.Answer;
import io.sugang.http.Api;
import io.sugang.platform.ids.CourseId;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.seats.gate.SeatCircuit;
import io.sugang.seats.gate.SeatGate;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.ledger.Seat;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisAdministrator;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.ConnectionCallback;

/** Idempotency-Key over two instances of the service. Every test has a course of its own. */
class IdempotencyIntegrationTests {
  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();
  private static final RedisAdministrator ADMINISTRATOR = REDIS.administrator();
  private static final RedisCommands<String, String> redis = ADMINISTRATOR.commands();

  private static Instances instances;
  private static Api here;
  private static Api there;

  @BeforeAll
  static void twoInstancesWithTheirGatesInUse() {
    instances =
        Instances.start(
            SugangApplication.class,
            2,
            DATABASE,
            REDIS,
            // Requests that a test holds back by a row lock wait until it lets go of it.
            "spring.datasource.url="
                + DATABASE.jdbcUrl().replace("socketTimeout=3000", "socketTimeout=60000")
                + "&sessionVariables=innodb_lock_wait_timeout=50");
    here = new Api(instances.baseUrls().get(0).getPort());
    there = new Api(instances.baseUrls().get(1).getPort());
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            instances.contexts().stream()
                .allMatch(context -> context.getBean(SeatCircuit.class).closed()));
  }

  @AfterAll
  static void close() {
    instances.close();
    ADMINISTRATOR.close();
    REDIS.close();
  }

  @Test
  void aRepetitionIsAnsweredLikeTheFirstRequestByAnyInstance() {
    var request = new KeyedRequest(1, 1, "repeated");
    Answer first = request.to(here);
    assertThat(first.status()).isEqualTo(201);
    assertThat(request.to(here)).isEqualTo(first);
    assertThat(request.to(there)).isEqualTo(first);
    assertThat(rows(1)).containsExactly(first.enrollmentId());
  }

  @Test
  void anotherKeyOrNoneForAnEnrollmentThatExistsIsAlreadyEnrolled() {
    assertThat(new KeyedRequest(1, 2, "first-key").to(here).status()).isEqualTo(201);
    assertThat(new KeyedRequest(1, 2, "second-key").to(there).code()).isEqualTo("ALREADY_ENROLLED");
    assertThat(new KeyedRequest(1, 2, null).to(there).code()).isEqualTo("ALREADY_ENROLLED");
    noMarker("second-key");
  }

  @Test
  void whileTheFirstRequestIsInFlightARepetitionIsToldToWaitByAnyInstance() throws Exception {
    var request = new KeyedRequest(1, 3, "in-flight");
    CompletableFuture<Answer> first;
    try (var held = new HeldCourse(DATABASE, 3)) {
      first = request.sentTo(here);
      await().until(() -> marker("in-flight") != null);
      assertThat(marker("in-flight")).startsWith("1:3:");
      assertThat(redis.pttl("idempotency:{1}:in-flight")).isBetween(10_000L, 20_000L);

      for (Api instance : List.of(here, there)) {
        Answer repetition = request.to(instance);
        assertThat(repetition.status()).isEqualTo(409);
        assertThat(repetition.code()).isEqualTo("REQUEST_IN_FLIGHT");
        assertThat(repetition.retryAfter()).isEqualTo("1");
        assertThat(repetition.body()).contains("\"type\":\"/problems/request-in-flight\"");
      }
      assertThat(first).isNotDone();
      held.release();
    }
    assertThat(first.get().status()).isEqualTo(201);
    assertThat(request.to(there)).isEqualTo(first.get());
    assertThat(rows(3)).containsExactly(first.get().enrollmentId());
  }

  @Test
  void whileTheFirstRequestIsInFlightItsKeyTakesNoOtherSeat() throws Exception {
    CompletableFuture<Answer> first;
    try (var held = new HeldCourse(DATABASE, 4)) {
      first = new KeyedRequest(1, 4, "in-flight-reused").sentTo(here);
      await().until(() -> marker("in-flight-reused") != null);
      for (Api instance : List.of(here, there)) {
        keyReused(new KeyedRequest(1, 5, "in-flight-reused").to(instance));
      }
      assertThat(first).isNotDone();
      held.release();
    }
    assertThat(first.get().status()).isEqualTo(201);
    assertThat(rows(4)).containsExactly(first.get().enrollmentId());
    noSeatTaken(5, 1);
  }

  @Test
  void theKeyOfAnEnrollmentTakesNoOtherSeat() {
    Answer first = new KeyedRequest(1, 6, "reused").to(here);
    assertThat(first.status()).isEqualTo(201);
    for (Api instance : List.of(here, there)) {
      keyReused(new KeyedRequest(1, 7, "reused").to(instance));
    }
    noSeatTaken(7, 1);
    noMarker("reused");
    assertThat(new KeyedRequest(1, 6, "reused").to(there)).isEqualTo(first);
  }

  @Test
  void noMarkerIsLeftBehindAnAnswer() {
    var full = 8;
    DATABASE.jdbc().update("UPDATE course SET capacity = 0 WHERE course_id = ?", full);
    assertThat(new KeyedRequest(1, 9, "taken").to(here).status()).isEqualTo(201);
    noMarker("taken");
    assertThat(new KeyedRequest(1, full, "full").to(here).code()).isEqualTo("COURSE_FULL");
    noMarker("full");
    assertThat(new KeyedRequest(1, 8_700_000, "no-course").to(here).code())
        .isEqualTo("COURSE_NOT_FOUND");
    noMarker("no-course");
    assertThat(new KeyedRequest(8_700_000, 9, "no-student").to(here).code())
        .isEqualTo("STUDENT_NOT_FOUND");
    noMarker("no-student");
  }

  /**
   * Otherwise a request could look before the commit of another one and put its marker after the
   * marker of that one.
   */
  @Test
  void theMarkerIsPutBeforeTheRowIsLookedUp() throws Exception {
    var request = new KeyedRequest(1, 18, "order");
    CompletableFuture<Answer> answer =
        DATABASE
            .jdbc()
            .execute(
                (ConnectionCallback<CompletableFuture<Answer>>)
                    connection -> {
                      try (var statement = connection.createStatement()) {
                        statement.execute("LOCK TABLES enrollment WRITE");
                        var sent = request.sentTo(here);
                        await().until(() -> marker("order") != null);
                        statement.execute("UNLOCK TABLES");
                        return sent;
                      }
                    });
    assertThat(answer.get().status()).isEqualTo(201);
    noMarker("order");
  }

  @Test
  void anErrorFreesTheKey() {
    var keyed = instances.contexts().getFirst().getBean(KeyedEnrollment.class);
    assertThatThrownBy(() ->
            keyed
                .once(
                    "broken",
                    new CourseId(18),
                    new Seat(new StudentId(2), new SeatsId(18)),
                    () -> {
                      throw new NoClassDefFoundError("for a test");
                    })
                .join())
        .hasCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(new KeyedRequest(2, 18, "broken").to(here).status()).isEqualTo(201);
  }

  @Test
  void aRejectionOrACancelFreesTheKey() {
    assertThat(new KeyedRequest(1, 8_700_001, "freed").to(here).status()).isEqualTo(404);
    Answer first = new KeyedRequest(1, 10, "freed").to(there);
    assertThat(first.status()).isEqualTo(201);
    var cancelled = here.send(here.request("/api/enrollments/" + first.enrollmentId()).DELETE());
    assertThat(cancelled.statusCode()).isEqualTo(204);
    Answer second = new KeyedRequest(2, 10, "freed").to(here);
    assertThat(second.status()).isEqualTo(201);
    assertThat(rows(10)).containsExactly(second.enrollmentId());
  }

  @Test
  void aKilledInstanceBlocksItsKeyUntilTheMarkerEndsAndNeverAnEnrollmentThatExists() {
    var request = new KeyedRequest(1, 11, "killed");
    redis.set("idempotency:{1}:killed", "1:11:killed-1", SetArgs.Builder.px(5_000));
    assertThat(request.to(here).code()).isEqualTo("REQUEST_IN_FLIGHT");
    assertThat(marker("killed")).isEqualTo("1:11:killed-1");
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(request.to(here).status()).isEqualTo(201));

    redis.set("idempotency:{1}:killed", "1:11:killed-2", SetArgs.Builder.px(20_000));
    assertThat(request.to(there).status()).isEqualTo(201);
    redis.set("idempotency:{1}:killed", "1:12:killed-3", SetArgs.Builder.px(20_000));
    assertThat(request.to(there).status()).isEqualTo(201);
    assertThat(marker("killed")).isEqualTo("1:12:killed-3");
  }

  @Test
  void sixtyFourRequestsAtOnceWithOneKeyMakeOneEnrollment() {
    var answers = allAtOnce(student -> new KeyedRequest(1, 12, "crowd"));
    var won = withStatus(answers, 201);
    assertThat(won).isNotEmpty().containsOnly(won.getFirst());
    assertThat(rows(12)).containsExactly(won.getFirst().enrollmentId());
    var told = withStatus(answers, 409);
    assertThat(told).allMatch(answer -> answer.code().equals("REQUEST_IN_FLIGHT"));
    assertThat(won.size() + told.size()).isEqualTo(64);
    noMarker("crowd");
  }

  @Test
  void theKeyOfOneStudentMeansNothingToAnother() throws Exception {
    CompletableFuture<Answer> first;
    try (var held = new HeldCourse(DATABASE, 13)) {
      first = new KeyedRequest(1, 13, "guessed").sentTo(here);
      await().until(() -> marker("guessed") != null);
      // Another course and instance: the row of this one is held, and its writer waits.
      assertThat(new KeyedRequest(2, 20, "guessed").to(there).status()).isEqualTo(201);
      held.release();
    }
    assertThat(first.get().status()).isEqualTo(201);
    for (var student = 3; student <= 40; student++) {
      assertThat(new KeyedRequest(student, 13, "guessed").to(there).status()).isEqualTo(201);
    }
    assertThat(rows(13)).hasSize(39);
    assertThat(new KeyedRequest(1, 13, "guessed").to(there)).isEqualTo(first.get());
    keyReused(new KeyedRequest(2, 13, "guessed").to(there));
  }

  @Test
  void aKeyedRequestThatMeetsAFullCourseCostsNoMySql() {
    var full = 19;
    DATABASE.jdbc().update("UPDATE course SET capacity = 0 WHERE course_id = ?", full);
    for (Api instance : List.of(here, there)) {
      for (var student = 1; student <= 40; student++) {
        // Who the students are is read once.
        assertThat(instance.get("/api/students/" + student).statusCode()).isEqualTo(200);
      }
      await()
          .until(() ->
              new KeyedRequest(1, full, "until-full").to(instance).code().equals("COURSE_FULL"));
    }
    // An instance whose circuit closed a moment ago looks for rows that its gate lacks.
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() ->
            instances.contexts().stream()
                .noneMatch(context -> context.getBean(SeatGate.class).mayLackRows()));
    DATABASE
        .jdbc()
        .execute(
            (ConnectionCallback<@Nullable Void>)
                connection -> {
                  try (var statement = connection.createStatement()) {
                    statement.execute("LOCK TABLES enrollment WRITE, course WRITE");
                    for (var student = 1; student <= 40; student++) {
                      Answer answer = new KeyedRequest(student, full, "full-" + student).to(here);
                      assertThat(answer.code()).isEqualTo("COURSE_FULL");
                    }
                    statement.execute("UNLOCK TABLES");
                    return null;
                  }
                });
    assertThat(rows(full)).isEmpty();
    assertThat(redis.keys("idempotency:*full-*")).isEmpty();
  }

  private static List<Answer> allAtOnce(LongFunction<KeyedRequest> ofStudent) {
    var sent = new ArrayList<CompletableFuture<Answer>>();
    for (var student = 1; student <= 64; student++) {
      sent.add(ofStudent.apply(student).sentTo(student % 2 == 0 ? here : there));
    }
    return sent.stream().map(CompletableFuture::join).toList();
  }

  private static List<Answer> withStatus(List<Answer> answers, int status) {
    return answers.stream().filter(answer -> answer.status() == status).toList();
  }

  @Test
  void rowsOfOlderVersionsThatShareAKeyAreTheAnswerToTheirOwnPairs() {
    Answer first = new KeyedRequest(1, 14, "shared-1").to(here);
    Answer second = new KeyedRequest(2, 14, "shared-2").to(here);
    DATABASE.jdbc().update("UPDATE enrollment SET idempotency_key = 'shared' WHERE course_id = 14");
    assertThat(new KeyedRequest(1, 14, "shared").to(there)).isEqualTo(first);
    assertThat(new KeyedRequest(2, 14, "shared").to(there)).isEqualTo(second);
    assertThat(new KeyedRequest(3, 14, "shared").to(there).status()).isEqualTo(201);
    keyReused(new KeyedRequest(3, 15, "shared").to(there));
  }

  @Test
  void keysMayHoldWhateverIsVisibleAscii() {
    var request = new KeyedRequest(1, 15, "{course:1}:*?[a],b'\"\\%n");
    Answer first = request.to(here);
    assertThat(first.status()).isEqualTo(201);
    assertThat(request.to(there)).isEqualTo(first);
    assertThat(new KeyedRequest(2, 15, "UPPER").to(here).status()).isEqualTo(201);
    assertThat(new KeyedRequest(3, 15, "upper").to(here).status()).isEqualTo(201);
  }

  @Test
  void bothProblemsAreExplained() {
    for (String problem : List.of("request-in-flight", "idempotency-key-reused")) {
      var explanation = here.get("/problems/" + problem);
      assertThat(explanation.statusCode()).isEqualTo(200);
      assertThat(explanation.body()).contains("Idempotency-Key");
    }
    assertThat(Path.of("..", "docs", "openapi.json"))
        .content()
        .contains("REQUEST_IN_FLIGHT: ", "IDEMPOTENCY_KEY_REUSED: ");
  }

  @Test
  void onlyARequestWithAKeyPaysForIt() {
    // What the instance learns once, about the course and the student.
    new KeyedRequest(1, 16, null).to(here);
    new KeyedRequest(2, 17, null).to(here);
    assertThat(new KeyedRequest(2, 16, null).to(here).status()).isEqualTo(201);
    // The reconciler's begin_roster_load.lua may send a SET at any moment, so one quiet moment has
    // to do.
    await()
        .until(() -> {
          long before = markersPut();
          assertThat(new KeyedRequest(2, 16, null).to(here).status()).isEqualTo(409);
          return markersPut() == before;
        });
    assertThat(new KeyedRequest(1, 17, "paid").to(here).status()).isEqualTo(201);
    await()
        .until(() -> {
          long before = markersPut();
          assertThat(new KeyedRequest(1, 17, "paid").to(here).status()).isEqualTo(201);
          return markersPut() == before + 1;
        });
    assertThat(plan("paid")).contains("ix_enrollment_key_student");
  }

  private static void keyReused(Answer answer) {
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    assertThat(answer.body()).contains("\"type\":\"/problems/idempotency-key-reused\"");
  }

  private static @Nullable String marker(String key) {
    return redis.get("idempotency:{1}:" + key);
  }

  private static void noMarker(String key) {
    assertThat(marker(key)).as("marker of " + key).isNull();
  }

  private static List<Long> rows(long course) {
    return DATABASE
        .jdbc()
        .query(
            "SELECT enrollment_id FROM enrollment WHERE course_id = ?",
            (row, n) -> row.getLong(1),
            course);
  }

  /** Neither in MySQL nor at the gate. */
  private static void noSeatTaken(long course, long student) {
    assertThat(
            DATABASE
                .jdbc()
                .queryForList(
                    "SELECT enrollment_id FROM enrollment WHERE course_id = ? AND student_id = ?",
                    course,
                    student))
        .isEmpty();
    assertThat(
            DATABASE
                .jdbc()
                .queryForObject(
                    "SELECT enrolled FROM course WHERE course_id = ?", Long.class, course))
        .isEqualTo(rows(course).size());
    var keys = SeatKeys.of(new SeatsId(course));
    assertThat(redis.sismember(keys.students(), "" + student)).isFalse();
    assertThat(redis.hexists(keys.pending(), "" + student)).isFalse();
  }

  /** Nothing else but begin_roster_load.lua sends SET while students and courses are known. */
  private static long markersPut() {
    return redis
        .info("commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_set:"))
        .mapToLong(line -> Long.parseLong(line.replaceFirst(".*:calls=(\\d+),.*", "$1")))
        .sum();
  }

  private static String plan(String key) {
    return DATABASE
        .jdbc()
        .query(
            "EXPLAIN FORMAT=JSON SELECT * FROM enrollment WHERE student_id = ? AND idempotency_key = ?",
            (row, n) -> row.getString(1),
            1,
            key)
        .getFirst();
  }
}
