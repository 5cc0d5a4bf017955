package io.sugang.catalog.student;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.http.Api;
import io.sugang.rows.Rows;
import io.sugang.servers.SugangTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;

/** The variant {@code SUGANG_STUDENT_CACHE=redis}. */
@SugangTest(properties = "SUGANG_STUDENT_CACHE=redis")
@Tag("extended")
class StudentRedisOnlyIntegrationTests {
  private static final long ID = 8_710_001;

  @Test
  void everyReadAsksRedis(
      @Autowired JdbcTemplate jdbc,
      @Autowired MeterRegistry metrics,
      @Autowired ObjectProvider<NearCache> local,
      @LocalServerPort int port) {
    new Rows(jdbc).student(ID);
    Api api = new Api(port);
    assertThat(api.get("/api/students/" + ID).statusCode()).isEqualTo(200);
    double before = metrics.counter("sugang.student.cache", "result", "hit").count();
    for (int i = 0; i < 10; i++) {
      assertThat(api.get("/api/students/" + ID).body()).contains(Rows.number(ID));
    }
    assertThat(metrics.counter("sugang.student.cache", "result", "hit").count() - before)
        .isEqualTo(10);
    assertThat(local.getIfAvailable()).isNull();
    assertThat(metrics.find("sugang.student.local").counters()).isEmpty();
  }
}
