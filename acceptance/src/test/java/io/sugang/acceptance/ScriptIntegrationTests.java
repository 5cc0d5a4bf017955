package io.sugang.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The tests of the page's modules alone, which are modules themselves: {@code web/test/*.js}. */
class ScriptIntegrationTests {
  private static final Path WEB = Path.of("..", "web").toAbsolutePath().normalize();

  private static HttpServer server;
  private static Chromium chromium;

  @BeforeAll
  static void serve() {
    Path program = Chromium.program().orElse(null);
    assumeTrue(program != null, "no Chromium is here: no test in a real browser");
    server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            WEB,
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    chromium = Chromium.start(program);
  }

  @AfterAll
  static void close() {
    if (server != null) {
      server.stop(0);
      chromium.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> modules() throws IOException {
    Page page = chromium.browser().newPage();
    page.navigate("http://127.0.0.1:" + server.getAddress().getPort() + "/pom.xml");
    var tests = new ArrayList<DynamicTest>();
    for (Path file : files()) {
      String module = "/test/" + file.getFileName();
      for (Object name : names(page, module)) {
        tests.add(
            DynamicTest.dynamicTest(
                module + ": " + name,
                () ->
                    page.evaluate(
                        "async ([module, name]) => { await (await import(module)).tests[name](); }",
                        List.of(module, name))));
      }
    }
    return tests.stream();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(WEB.resolve("test"))) {
      return files.filter(file -> file.toString().endsWith("-tests.js")).sorted().toList();
    }
  }

  private static List<?> names(Page page, String module) {
    return (List<?>)
        page.evaluate("async module => Object.keys((await import(module)).tests)", module);
  }
}
