package io.sugang.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;

class SharedLoggingTests {
  private static final int APPLICATIONS = 4;
  private static final int STARTS = 25;

  static class Empty {}

  @Test
  void applicationsOfOneJvmStartAndCloseAtTheSameTime() throws Exception {
    var together = new CountDownLatch(APPLICATIONS);
    var started = 0;
    try (var threads = Executors.newFixedThreadPool(APPLICATIONS)) {
      var starts = new ArrayList<Future<Integer>>();
      for (var i = 0; i < APPLICATIONS; i++) {
        starts.add(threads.submit(() -> startAndClose(together)));
      }
      for (var start : starts) {
        started += start.get();
      }
    }
    assertThat(started).isEqualTo(APPLICATIONS * STARTS);
  }

  private static int startAndClose(CountDownLatch together) throws InterruptedException {
    together.countDown();
    together.await();
    var started = 0;
    for (var i = 0; i < STARTS; i++) {
      var application =
          new SpringApplicationBuilder(Empty.class)
              .web(WebApplicationType.NONE)
              .bannerMode(Banner.Mode.OFF)
              .logStartupInfo(false);
      application.run().close();
      started++;
    }
    return started;
  }
}
