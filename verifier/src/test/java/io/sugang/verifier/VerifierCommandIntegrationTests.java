package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.servers.Servers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What a person and a script see. */
class VerifierCommandIntegrationTests {
  @Test
  void validIsZero() {
    try (var campus = new Campus()) {
      campus.enroll(1, 1);

      var run = campus.verify();

      assertThat(run.exitStatus()).isZero();
      assertThat(run.err()).isEmpty();
      assertThat(run.out())
          .containsPattern("seats-in-mysql +valid +3 courses, 1 enrollments for 9 seats")
          .contains("VALID (17 checks");
    }
  }

  @Test
  void violatedIsOneAndShowsExamples() {
    try (var campus = new Campus()) {
      campus.row(4, 2);

      var run = campus.verify("--timeout", "1s");

      assertThat(run.exitStatus()).isEqualTo(1);
      assertThat(run.out())
          .containsPattern("redis-roster +violated +1 differences")
          .contains("course 2: student 4 has a row and no seat in Redis")
          .contains("VIOLATED (17 checks");
    }
  }

  @Test
  void jsonSaysTheSame() {
    try (var campus = new Campus()) {
      campus.row(4, 2);

      var run = campus.verify("--json", "--timeout", "1s");

      var report = new JsonMapper().readTree(run.out());
      assertThat(report.get("verdict").asString()).isEqualTo("violated");
      assertThat(report.get("exitStatus").asInt()).isEqualTo(1);
      assertThat(report.get("checks").size()).isEqualTo(17);
      var roster = report.get("checks").get(16);
      assertThat(roster.get("name").asString()).isEqualTo("redis-roster");
      assertThat(roster.get("verdict").asString()).isEqualTo("violated");
      assertThat(roster.get("examples").get(0).asString()).contains("student 4");
    }
  }

  @Test
  void withSeatsUnderTheLockRedisIsNotAsked() {
    try (var campus = new Campus()) {
      campus.enroll(1, 1);
      campus.set("SUGANG_SEAT_CONTROL", "lock");
      campus.set("REDIS_PORT", "1");

      var run = campus.verify();

      assertThat(run.exitStatus()).isZero();
      assertThat(run.out()).containsPattern("redis-roster +skipped +SUGANG_SEAT_CONTROL=lock");
    }
  }

  @Test
  void withoutRulesPlansAreNotJudged() {
    try (var campus = new Campus()) {
      campus.term();
      campus.set("SUGANG_RULES", "off");
      campus.enroll(1, 1);
      campus.enroll(1, 2);

      assertThat(campus.verify().out()).containsPattern("plan-rules +skipped +SUGANG_RULES=off");
    }
  }

  @Test
  void aStoppedRedisIsUnknown() {
    try (var redis = Servers.privateRedis();
        var campus = new Campus(Servers.mysql().newDatabase(), redis)) {
      campus.enroll(1, 1);
      redis.stop();

      var run = campus.verify();

      assertThat(run.exitStatus()).isEqualTo(2);
      assertThat(run.out())
          .containsPattern("seats-in-mysql +valid")
          .containsPattern("seats-in-redis +unknown +Redis does not answer")
          .containsPattern("no-orphan-seats +unknown")
          .containsPattern("pending-age +unknown")
          .containsPattern("redis-roster +unknown")
          .contains("Redis cannot be reached at 127.0.0.1:" + redis.port())
          .contains("./sugang up");
    }
  }

  @Test
  void aStoppedMySqlIsUnknown() {
    try (var mysql = Servers.privateMySql();
        var campus = new Campus(mysql.newDatabase(), Servers.redis())) {
      mysql.stop();

      var run = campus.verify();

      assertThat(run.exitStatus()).isEqualTo(2);
      assertThat(run.out())
          .containsPattern("seats-in-mysql +unknown +MySQL does not answer")
          .containsPattern("no-duplicate +unknown")
          .containsPattern("enrolled-counter +unknown")
          .containsPattern("no-orphan-rows +unknown")
          .contains("MySQL cannot be reached at 127.0.0.1:" + mysql.port());
    }
  }

  @Test
  void whatWasSeenOutweighsWhatCouldNotBeSeen() {
    try (var campus = new Campus()) {
      campus.row(1, 1);
      campus.set("REDIS_PORT", "1");

      assertThat(campus.verify().exitStatus()).isEqualTo(1);
    }
  }

  @Test
  void aWrongPasswordIsSaidAsSuch() {
    try (var campus = new Campus()) {
      campus.set("MYSQL_PASSWORD", "wrong");
      campus.set("REDIS_PASSWORD", "wrong");

      var run = campus.verify();

      assertThat(run.exitStatus()).isEqualTo(2);
      assertThat(run.out())
          .contains("refuses user sugang")
          .contains("WRONGPASS")
          .doesNotContain("channel:");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SUGANG_SEAT_CONTROL,luck,allowed are redis and lock",
    "SUGANG_RULES,perhaps,allowed are on and off",
    "MYSQL_PORT,many,a port from 1 to 65535",
    "REDIS_PORT,70000,a port from 1 to 65535"
  })
  void aSettingThatMakesNoSenseIsSaidInOneLine(String name, String value, String said) {
    try (var campus = new Campus()) {
      campus.set(name, value);

      assertRefused(campus.verify(), said);
    }
  }

  @Test
  void aMissingPasswordIsSaidInOneLine() {
    try (var campus = new Campus()) {
      campus.unset("MYSQL_PASSWORD");

      assertRefused(campus.verify(), "MYSQL_PASSWORD is not set");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--acks,/nowhere/acks.jsonl,no file /nowhere/acks.jsonl",
    "--timeout,3,not a time from 1s to 10m",
    "--timeout,1h,not a time from 1s to 10m",
    "--colour,red,Unknown option"
  })
  void aWrongCallIsSaidInOneLine(String option, String value, String said) {
    try (var campus = new Campus()) {
      assertRefused(campus.verify(option, value), said);
    }
  }

  @Test
  void helpNamesOptionsAndExitStatus() {
    try (var campus = new Campus()) {
      var run = campus.verify("--help");

      assertThat(run.exitStatus()).isZero();
      assertThat(run.out()).contains("--acks", "--json", "--timeout", "Exit status:");
    }
  }

  private static void assertRefused(Campus.Run run, String said) {
    assertThat(run.exitStatus()).isEqualTo(2);
    assertThat(run.err()).contains(said);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
  }
}
