package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The variant {@code SUGANG_STUDENT_CACHE=none}. */
@SugangTest(properties = "SUGANG_STUDENT_CACHE=none")
@Tag("extended")
class StudentWithoutCacheIntegrationTests {
  private static final long ID = 8_700_001;

  @Test
  void everyReadIsOneStatementAndRedisIsNotUsed(
      @Autowired JdbcTemplate jdbc,
      @Autowired RedisServer redis,
      @Autowired SessionFactory hibernate,
      @Autowired StudentPreload preload,
      @Autowired StudentCorrections corrections,
      @LocalServerPort int port) {
    new Rows(jdbc).student(ID);
    hibernate.getStatistics().setStatisticsEnabled(true);
    long before = hibernate.getStatistics().getPrepareStatementCount();
    for (int i = 0; i < 5; i++) {
      assertThat(new Api(port).get("/api/students/" + ID).body()).contains(Rows.number(ID));
    }
    assertThat(hibernate.getStatistics().getPrepareStatementCount() - before).isEqualTo(5);
    assertThat(corrections.correct(ID, new StudentCorrection(null, "Chemistry", null)))
        .isEqualTo(StudentCorrections.CorrectionResult.CORRECTED);
    assertThat(new Api(port).get("/api/students/" + ID).body()).contains("Chemistry");
    preload.load(1000);
    assertThat(redis.keys("student:*")).isEmpty();
  }
}
