package io.sugang.server.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.SugangTest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/** Without requests in place the connector is Tomcat's own, and all answers are the same. */
@SugangTest(properties = "sugang.fastpath.in-place=off")
@Tag("extended")
class PlainTomcatIntegrationTests extends FastPathIntegrationTests {
  private static final String READ = "GET /api/students/1 HTTP/1.1\r\nHost: test\r\n\r\n";

  @Autowired private MySqlDatabase database;
  @Autowired private RedisServer redis;

  @Override
  @Test
  void theEndpointIsTheOneThatTheLoopReads() {
    assertThat(ServingClasses.of(context))
        .hasSizeGreaterThan(4)
        .noneMatch(ServingClasses::isOfTheService);
  }

  /** A read waits for an HTTP thread, as every request does without the loop. */
  @Override
  void assertReadersAreAnswered() {}

  @Test
  void anInstanceWithTheSettingDrainsWhenItStops() throws Exception {
    Instances stopping =
        Instances.start(
            SugangApplication.class,
            1,
            database,
            redis,
            "sugang.warmup.enabled=false",
            "sugang.shutdown.drain=30s",
            "SUGANG_FASTPATH_IN_PLACE=off");
    assertThat(
            ServingClasses.of((ServletWebServerApplicationContext) stopping.contexts().getFirst()))
        .noneMatch(ServingClasses::isOfTheService);
    int port = stopping.baseUrls().getFirst().getPort();
    try (Socket open = new Socket("127.0.0.1", port)) {
      assertThat(ask(open)).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
      Thread stop = Thread.ofPlatform().start(stopping::close);
      await().until(() -> refuses(port));
      assertThat(ask(open)).startsWith("HTTP/1.1 200").contains("Connection: close");
      stop.join();
    } finally {
      stopping.close();
    }
  }

  private static boolean refuses(int port) throws IOException {
    try (Socket accepted = new Socket("127.0.0.1", port)) {
      return !accepted.isConnected();
    } catch (ConnectException refused) {
      return true;
    }
  }

  private static String ask(Socket connection) throws IOException {
    connection.setSoTimeout(15_000);
    connection.getOutputStream().write(READ.getBytes(StandardCharsets.US_ASCII));
    byte[] answer = new byte[8_192];
    int length = connection.getInputStream().read(answer);
    return new String(answer, 0, Math.max(length, 0), StandardCharsets.US_ASCII);
  }
}
