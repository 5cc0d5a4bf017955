package io.sugang.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the accounts of {@code mysql/accounts.sql} and {@code redis/users.acl} may not do. That
 * their rights are enough is shown by all other tests: they run with them.
 */
class AccountIntegrationTests {
  private static final RedisServer REDIS = Servers.redis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();

  static Stream<Arguments> forbiddenInMySql() {
    return Stream.of(
            notAllowed(
                DATABASE.user(),
                "CREATE TABLE extra (id INT)",
                "CREATE TEMPORARY TABLE extra (id INT)",
                "ALTER TABLE course DROP CHECK ck_course_seats",
                "DROP INDEX uk_enrollment_seat ON enrollment",
                "DROP TABLE enrollment",
                "TRUNCATE TABLE enrollment",
                "UPDATE enrollment SET student_id = 1",
                "DELETE FROM enrollment_id_block",
                "UPDATE audit_event SET reason = 'none'",
                "DELETE FROM audit_event",
                "DELETE FROM rejection",
                "DELETE FROM student_term",
                "DELETE FROM override",
                "DELETE FROM registration_window",
                "DELETE FROM term",
                "DELETE FROM meeting",
                "DELETE FROM basket",
                "DELETE FROM seat_release",
                "DELETE FROM mock_term",
                "DELETE FROM notice",
                "DELETE FROM course_cancellation",
                "UPDATE window_request SET window_id = 1",
                "UPDATE staff SET role = 'REGISTRAR'",
                "UPDATE audience SET name = 'all'",
                "UPDATE audience_row SET grade_to = 6",
                "DELETE FROM audience",
                "DELETE FROM audience_row",
                "UPDATE transcript SET grade = 'A+'",
                "SELECT * FROM flyway_schema_history",
                "DELETE FROM flyway_schema_history",
                "SELECT * FROM mysql.user",
                "CREATE USER intruder",
                "SELECT 1 INTO OUTFILE '/tmp/sugang-intruder'",
                "SET GLOBAL innodb_flush_log_at_trx_commit = 0"),
            notAllowed(
                DATABASE.reader(),
                "INSERT INTO professor VALUES (1, 'a', 'b')",
                "UPDATE course SET enrolled = 0",
                "DELETE FROM enrollment",
                "SELECT * FROM course FOR UPDATE",
                "DROP TABLE enrollment"),
            notAllowed(
                DATABASE.owner(),
                "SELECT * FROM mysql.user",
                "CREATE DATABASE elsewhere",
                "GRANT SELECT ON course TO sugang",
                "SET GLOBAL innodb_flush_log_at_trx_commit = 0"))
        .flatMap(Function.identity());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("forbiddenInMySql")
  void anAccountOfMySqlMayNot(String user, String sql) throws SQLException {
    try (var connection = connect(user);
        var statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute(sql))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("denied");
    }
  }

  @Test
  void theRunTimeAccountInsertsAndDeletesRowsOfMockTermsAlone() throws SQLException {
    DATABASE
        .jdbc()
        .update(
            "INSERT INTO term VALUES (29991, 2999, 'SPRING', 'REGULAR', '2999-03-02', '2999-06-21')");
    try (var runtime = connect(DATABASE.user());
        var sql = runtime.createStatement()) {
      assertThatThrownBy(() ->
              sql.execute(
                  "INSERT INTO mocked_term VALUES (29993, 2999, 'FALL', 'REGULAR', '2999-09-01', '2999-12-21')"))
          .hasMessageContaining("CHECK OPTION failed");
      assertThat(sql.executeUpdate("DELETE FROM mocked_term")).isZero();
      assertThat(
              sql.executeUpdate(
                  "INSERT INTO mocked_term VALUES (1000029991, 2999, 'SPRING', 'MOCK', '2999-03-02', '2999-06-21')"))
          .isEqualTo(1);
      assertThat(sql.executeUpdate("DELETE FROM mocked_term")).isEqualTo(1);
    }
    assertThat(DATABASE.jdbc().update("DELETE FROM term WHERE term_id = 29991")).isEqualTo(1);
  }

  @Test
  void theRunTimeAccountMayLockTheCourse() throws SQLException {
    try (var runtime = connect(DATABASE.user());
        var sql = runtime.createStatement()) {
      assertThatCode(() -> sql.executeQuery("SELECT * FROM course FOR UPDATE"))
          .doesNotThrowAnyException();
    }
  }

  static Stream<Arguments> forbiddenInRedis() {
    return Stream.of(
            notAllowed(
                REDIS.user(),
                "FLUSHALL",
                "FLUSHDB",
                "CONFIG GET *",
                "KEYS *",
                "SCAN 0",
                "DEBUG SLEEP 0",
                "MONITOR",
                "SHUTDOWN NOSAVE",
                "SAVE",
                "REPLICAOF 127.0.0.1 1",
                "ACL LIST",
                "CLIENT KILL TYPE normal",
                "CLIENT LIST",
                "SUBSCRIBE __redis__:invalidate",
                "SCRIPT FLUSH",
                "FUNCTION FLUSH",
                "MIGRATE 127.0.0.1 1 student:1 0 1",
                "GET elsewhere",
                "SET elsewhere 1",
                "DEL sugang:other",
                "RENAME student:1 student:2",
                "EVAL return(redis.call('FLUSHALL')) 0",
                "EVAL return(redis.call('GET','elsewhere')) 0",
                "PUBLISH anything 1"),
            notAllowed(
                REDIS.reader(),
                "FLUSHALL",
                "KEYS *",
                "SET course:{1}:capacity 1",
                "SADD course:{1}:students 1",
                "DEL course:{1}:students",
                "GET student:1",
                "GET idempotency:1",
                "EVAL return(1) 0",
                "CONFIG GET *"))
        .flatMap(Function.identity());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("forbiddenInRedis")
  void aUserOfRedisMayNot(String user, String command) {
    as(
        user,
        redis ->
            assertThatThrownBy(() -> call(redis, command))
                .isInstanceOf(RedisCommandExecutionException.class)
                .hasMessageMatching("(?is).*(NOPERM|no permissions|DEBUG command not allowed).*"));
  }

  @Test
  void theRunTimeUserMayRememberAnswersByIdempotencyKey() {
    as(
        REDIS.user(),
        redis -> {
          assertThat(call(redis, "SET idempotency:1:a 7 NX PX 60000")).isEqualTo("OK");
          assertThat(redis.get("idempotency:1:a")).isEqualTo("7");
          assertThat(redis.del("idempotency:1:a")).isEqualTo(1);
        });
  }

  @Test
  void nobodyMayDoAnythingInRedisUnnamed() throws IOException {
    assertThat(REDIS.firstAnswer("PING")).startsWith("-NOAUTH");
    for (var password : Set.of("\"\"", REDIS.password())) {
      assertThat(REDIS.firstAnswer("AUTH default " + password)).startsWith("-WRONGPASS");
    }
  }

  private static Stream<Arguments> notAllowed(String user, String... commands) {
    return Arrays.stream(commands).map(command -> Arguments.of(user, command));
  }

  private static Connection connect(String user) throws SQLException {
    return DriverManager.getConnection(DATABASE.jdbcUrl(), user, DATABASE.password());
  }

  private static String call(RedisCommands<String, String> redis, String command) {
    var words = command.split(" ");
    var arguments = new CommandArgs<>(StringCodec.UTF8);
    Arrays.stream(words).skip(1).forEach(arguments::add);
    return redis.dispatch(
        CommandType.valueOf(words[0].toUpperCase(Locale.ROOT)),
        new StatusOutput<>(StringCodec.UTF8),
        arguments);
  }

  private static void as(String user, Consumer<RedisCommands<String, String>> action) {
    var uri =
        RedisURI.builder()
            .withHost(REDIS.host())
            .withPort(REDIS.port())
            .withAuthentication(user, REDIS.password().toCharArray())
            .build();
    try (var client = RedisClient.create(uri);
        var connection = client.connect()) {
      action.accept(connection.sync());
    }
  }
}
