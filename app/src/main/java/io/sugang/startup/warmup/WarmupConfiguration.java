package io.sugang.startup.warmup;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.catalog.student.StudentPreload;
import io.sugang.platform.ids.WarmupPass;
import io.sugang.seats.gate.SeatProperties;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.server.tomcat.PublicPort;
import io.sugang.signin.OwnRequests;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Configuration of the steps in their order: the requests come last and find the caches filled. */
@Configuration(proxyBeanMethods = false)
class WarmupConfiguration {

  // Static: Boot needs it before most other beans exist.
  @Bean
  static PublicPort publicPort(WarmupProperties properties) {
    return new PublicPort(properties.enabled());
  }

  @Bean
  WarmupProgress warmupHealthIndicator() {
    return new WarmupProgress();
  }

  @Bean
  Warmup warmup(
      ApplicationContext context,
      PublicPort port,
      RosterRepair rosters,
      SeatProperties seat,
      StudentPreload students,
      DataSource mysql,
      StringRedisTemplate redis,
      WarmupPass pass,
      OwnRequests signIn,
      MeterRegistry metrics,
      WarmupProgress progress,
      WarmupProperties properties) {
    Path recording = AotCache.recording();
    List<WarmupStep> steps =
        new ArrayList<>(
            List.of(
                new RosterStep(rosters, seat.control(), properties.stepTimeLimit()),
                new StudentStep(students, properties.students(), properties.stepTimeLimit()),
                new PageStep(mysql, properties.rows(), properties.stepTimeLimit()),
                new InTurn(
                    new HttpStep(
                        mysql,
                        redis,
                        port::warmupAddress,
                        pass,
                        signIn,
                        properties,
                        properties.httpTime(InTurn.cores(), recording != null),
                        progress::reached),
                    mysql,
                    properties.atOnce() == 0 ? InTurn.halfOfTheCores() : properties.atOnce(),
                    properties.turnTimeLimit())));
    if (recording != null) {
      steps.add(new RecordingStep(recording));
    }
    return new Warmup(context, steps, port, metrics, progress::ended, properties.enabled());
  }
}
