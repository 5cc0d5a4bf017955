package io.sugang.seats.reconciler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.sugang.http.Api;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.gate.SeatRosters;
import io.sugang.seats.gate.SeatRosters.Snapshot;
import io.sugang.seats.gate.Settlement;
import io.sugang.seats.ledger.CourseCapacities;
import io.sugang.servers.HeldCourse;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.SugangTest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Capacities that an operator changes, while the reconciler looks once an hour. */
@SugangTest(properties = {"sugang.reconciler.period=1h", "sugang.reconciler.grace=1h"})
class CoursesEndpointIntegrationTests {
  @Autowired RosterRepair rosters;
  @Autowired CourseCapacities capacities;
  @Autowired SeatRosters gate;
  @Autowired StringRedisTemplate redis;
  @Autowired JdbcTemplate jdbc;
  @Autowired MySqlDatabase database;
  @LocalServerPort int port;
  @LocalManagementPort int managementPort;

  @BeforeEach
  void inUse() {
    assertThat(rosters.awaitFresh(Duration.ofSeconds(20))).isTrue();
  }

  private HttpResponse<String> change(String course, String body) {
    return new Api(managementPort).postJson("/actuator/courses/" + course, body);
  }

  private void changeTo(int capacity, long course) {
    HttpResponse<String> answer = change("" + course, "{\"capacity\":%d}".formatted(capacity));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(JsonPath.<Integer>read(answer.body(), "$.capacity")).isEqualTo(capacity);
    assertThat(JsonPath.<Boolean>read(answer.body(), "$.atTheGate")).isTrue();
    assertThat(redis.opsForValue().get(SeatKeys.of(new SeatsId(course)).capacity()))
        .isEqualTo("" + capacity);
  }

  private int enroll(long student, long course) {
    return new Api(port)
        .postJson(
            "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))
        .statusCode();
  }

  @Test
  void aRaisedCapacityIsTakableByTheNextRequestAndALoweredOneIsNot() {
    changeTo(2, 1);
    assertThat(enroll(1, 1)).isEqualTo(201);
    assertThat(enroll(2, 1)).isEqualTo(201);
    assertThat(enroll(3, 1)).isEqualTo(409);
    changeTo(3, 1);
    assertThat(enroll(3, 1)).isEqualTo(201);
    assertThat(enroll(4, 1)).isEqualTo(409);
    changeTo(5, 1);
    changeTo(3, 1);
    assertThat(enroll(4, 1)).isEqualTo(409);
    assertThat(jdbc.queryForObject("SELECT enrolled FROM course WHERE course_id = 1", Long.class))
        .isEqualTo(3);
  }

  @Test
  void aChangeHasAnEventWithTheSeatsBeforeAndAfter() {
    changeTo(50, 9);
    changeTo(7, 9);
    changeTo(7, 9);
    assertThat(change("9", "{\"capacity\":-1}").statusCode()).isEqualTo(400);

    assertThat(
            jdbc.queryForList(
                "SELECT CONCAT(actor, ' ', target, ' ', detail->>'$.before.seats[0].capacity', ' ', detail->>'$.after.seats[0].capacity',"
                    + " ' ', detail->>'$.after.seats[0].seatsId') FROM audit_event WHERE action = 'COURSE_CAPACITY' AND course_id = 9",
                String.class))
        .containsExactly("operator course:9 50 7 9");
    assertThat(
            database
                .jdbc()
                .queryForList("SELECT seats FROM seat_change WHERE course_id = 9", Integer.class))
        .containsExactly(-43);
  }

  @Test
  void aCapacityBelowTheEnrollmentsIsRefusedAndChangesNothing() {
    assertThat(enroll(1, 2)).isEqualTo(201);
    assertThat(enroll(2, 2)).isEqualTo(201);
    HttpResponse<String> answer = change("2", "{\"capacity\":1}");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JsonPath.<String>read(answer.body(), "$.detail"))
        .contains("more enrollments than 1");
    assertThat(redis.opsForValue().get(SeatKeys.of(new SeatsId(2)).capacity())).isEqualTo("50");
    assertThat(enroll(3, 2)).isEqualTo(201);
  }

  /** What another instance read before the change, it loads after it. */
  @Test
  void anOlderCapacityIsNeverLoadedOverANewerOne() {
    Snapshot before = gate.begin(new SeatsId(3)).toCompletableFuture().join();
    changeTo(60, 3);
    assertThat(
            gate.load(new SeatsId(3), before.ticket(), 50, Set.of()).toCompletableFuture().join())
        .isEqualTo(Settlement.GONE);
    assertThat(redis.opsForValue().get(SeatKeys.of(new SeatsId(3)).capacity())).isEqualTo("60");
  }

  /** Between the raise at the gate and the COMMIT no load by the old capacity takes it back. */
  @Test
  void theGateHasARaisedCapacityBeforeTheCommitWhateverIsLoadedMeanwhile() {
    List<String> atTheGate = new ArrayList<>();
    capacities.change(
        new SeatsId(6),
        70,
        (course, capacity) -> {
          atTheGate.add(redis.opsForValue().get(SeatKeys.of(course).capacity()));
          rosters.raise(course, capacity);
          assertThat(
                  jdbc.queryForObject(
                      "SELECT capacity FROM course WHERE course_id = 6", Integer.class))
              .isEqualTo(50);
          // Another thread, as the reconciler is, which this transaction does not bind.
          assertThat(CompletableFuture.supplyAsync(() -> rosters.reconcile(List.of(course))).join())
              .isFalse();
          atTheGate.add(redis.opsForValue().get(SeatKeys.of(course).capacity()));
        });
    assertThat(atTheGate).containsExactly("50", "70");
    assertThat(rosters.reconcile(List.of(new SeatsId(6)))).isTrue();
    assertThat(redis.opsForValue().get(SeatKeys.of(new SeatsId(6)).capacity())).isEqualTo("70");
  }

  @Test
  void aRaiseThatIsRolledBackIsTakenBackAtTheGate() {
    assertThatThrownBy(() ->
            capacities.change(
                new SeatsId(7),
                70,
                (course, capacity) -> {
                  rosters.raise(course, capacity);
                  throw new IllegalStateException("of the test");
                }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(redis.opsForValue().get(SeatKeys.of(new SeatsId(7)).capacity())).isEqualTo("70");
    rosters.suspect(new SeatsId(7));
    await()
        .untilAsserted(() ->
            assertThat(redis.opsForValue().get(SeatKeys.of(new SeatsId(7)).capacity()))
                .isEqualTo("50"));
  }

  @Test
  void aChangeOfALockedCourseIsUnavailableAndCanBeRepeated() throws Exception {
    try (HeldCourse held = new HeldCourse(database, 4)) {
      HttpResponse<String> answer = change("4", "{\"capacity\":60}");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("TEMPORARILY_UNAVAILABLE");
      held.release();
    }
    changeTo(60, 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          5   | {}                   | 400 | 'capacity' must be
          5   | {"capacity":-1}      | 400 | 'capacity' must be
          5   | {"capacity":1000001} | 400 | 'capacity' must be
          abc | {"capacity":60}      | 400 | must be a whole number
          999 | {"capacity":60}      | 404 | There is no course 999.
          9007199254000000 | {"capacity":60} | 404 | There is no course
          """)
  void refusesWhatIsNoChange(String course, String body, int status, String sentence) {
    HttpResponse<String> answer = change(course, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(JsonPath.<String>read(answer.body(), "$.detail")).contains(sentence);
  }

  @Test
  void changesAreNotPartOfTheApi() {
    assertThat(new Api(port).postJson("/actuator/courses/5", "{\"capacity\":60}").statusCode())
        .isEqualTo(404);
  }
}
