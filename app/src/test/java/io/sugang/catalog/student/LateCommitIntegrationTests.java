package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A correction whose COMMIT takes effect after its sender has given up. */
@Tag("extended")
class LateCommitIntegrationTests {
  private static final long ID = 8_900_001;

  private final RedisServer redis = Servers.privateRedis();
  private final MySqlDatabase database = Servers.mysql().newDatabase();

  @Test
  void anOldValueThatWasReadBeforeTheCommitIsEvictedAfterIt() throws Exception {
    URI mysql = URI.create(database.jdbcUrl().substring("jdbc:".length()));
    try (redis;
        HeldCommit line = new HeldCommit(mysql.getHost(), mysql.getPort());
        Instances instances =
            Instances.start(
                SugangApplication.class,
                1,
                database,
                redis,
                "MYSQL_HOST=127.0.0.1",
                "MYSQL_PORT=" + line.port())) {
      new Rows(database.jdbc()).student(ID);
      StudentCorrections corrections =
          instances.contexts().getFirst().getBean(StudentCorrections.class);
      Api api = new Api(instances.baseUrls().getFirst().getPort());
      line.keepTheNextOne();
      assertThatThrownBy(
              () -> corrections.correct(ID, new StudentCorrection(null, "Chemistry", null)))
          .isInstanceOf(RuntimeException.class);
      line.awaitHeld();
      assertThat(read(api)).contains("Physics");
      assertThat(redis.keys(StudentCache.name(ID))).as("cached").hasSize(1);
      line.deliver();
      await()
          .until(() ->
              database
                      .jdbc()
                      .queryForList(
                          "SELECT 1 FROM student WHERE student_id = ? AND department = 'Chemistry'",
                          ID)
                      .size()
                  == 1);
      await().atMost(Duration.ofSeconds(20)).until(() -> read(api).contains("Chemistry"));
    }
  }

  private static String read(Api api) {
    return api.get("/api/students/" + ID).body();
  }
}
