package io.sugang.lab.ngrinder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import net.grinder.engine.process.TestWorker;
import net.grinder.scriptengine.Recorder;
import net.grinder.scriptengine.groovy.junit.GrinderRunner;
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess;
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread;
import net.grinder.util.Sleeper;
import net.grinder.util.SleeperImplementation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.runner.RunWith;
import org.slf4j.LoggerFactory;

/**
 * The script on The Grinder's own classes against a server of this test. What is known of nGrinder and relied on, with the
 * place in its sources (naver/ngrinder):
 *
 * <ul>
 *   <li>GroovyScriptEngine runs the first class of the one file. A worker thread has an instance of its own. A run is one call of
 *       each {@code @Test}; what it throws makes the last test an error
 *       (ngrinder-groovy/src/main/java/net/grinder/scriptengine/groovy/GroovyScriptEngine.java, junit/GrinderRunner.java).
 *   <li>A script's folder hands to the agents the script, and what lies in its lib/ and resources/
 *       (ngrinder-controller/src/main/java/org/ngrinder/script/handler/ScriptHandler.java, getLibAndResourceEntries).
 *   <li>The parameter of the test is the system property param, from which blanks are removed; grinder.agents and
 *       grinder.processes are set (perftest/service/PerfTestService.java, getGrinderProperties). It is a VARCHAR of 255
 *       (ngrinder-core/src/main/java/org/ngrinder/model/PerfTest.java).
 *   <li>The controller ends a test in which for 10 s more than half of (timed tests + errors) are errors
 *       (perftest/service/samplinglistener/TooManyErrorCheckPlugin.java).
 *   <li>org.ngrinder.http.HTTPRequester: connected() starts the stopwatch of a connection, the first inputReady() stops and
 *       forgets it; aggregate() of HTTPRequest adds what was stopped since, of whichever thread
 *       (ngrinder-runtime/src/main/java/org/ngrinder/http).
 *   <li>A run begins with closing all connections only if the JVM has ngrinder.connection.reset.on.each.test.run, which the
 *       agent sets when the test's connectionReset is true (3.5.9-p1,
 *       ngrinder-runtime/src/main/java/net/grinder/plugin/http/HTTPPluginThreadState.java, beginRun, and
 *       ngrinder-core/src/main/java/net/grinder/engine/agent/PropertyBuilder.java). The Grinder's own class, used here, always
 *       closes them: these tests begin a run once.
 *   <li>The loggers of a worker are children of "worker", which writes to its file
 *       (ngrinder-runtime/src/main/resources/logback-worker.xml; GrinderProcess: "worker." + name).
 * </ul>
 */
class ScriptTests {
  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
  private Function<String, Integer> answer = _ -> 200;
  /** The student and the header Authorization of each request. */
  private final ConcurrentLinkedQueue<String> sessions = new ConcurrentLinkedQueue<>();
  @TempDir private Path folder;
  private long thinkMillis;
  private double slotMillis;
  private HttpServer server;
  private TestWorker worker = TestWorker.started();

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    worker = TestWorker.started();
    param("tps=1000;ramp=0;students=7;courses=3;posts=0.5");
  }

  @AfterEach
  void stop() {
    server.stop(0);
    System.clearProperty("param");
  }

  @Test
  void theFirstClassIsWhatNGrinderRuns() throws Exception {
    Class<?> type = new Scripts().parse();
    assertThat(type.getSimpleName()).isEqualTo("Sugang");
    assertThat(type.getAnnotation(RunWith.class).value()).isEqualTo(GrinderRunner.class);
    assertThat(annotated(type, BeforeProcess.class)).hasSize(1).allMatch(Modifier::isStatic);
    assertThat(annotated(type, BeforeThread.class)).hasSize(1).noneMatch(Modifier::isStatic);
    assertThat(annotated(type, org.junit.Test.class)).hasSize(1).allMatch(Modifier::isPublic);
    // BlockJUnit4ClassRunner says so if JUnit could not run it
    new GrinderRunner(type);
  }

  @Test
  void studentsLooksUpStudentsThatAreThere() throws Exception {
    run("students", 40);
    assertThat(requests).hasSize(40).allMatch(request -> request.matches("GET /api/students/[1-7] "));
    assertThat(worker.recorded()).containsExactlyInAnyOrder("lookUp", "enroll");
    assertThat(worker.timed(worker.total())).isEqualTo(40);
    assertThat(worker.value("errors", worker.total())).isZero();
  }

  @Test
  void aRefusedEnrollmentIsAnAnswerAndNotAnError() throws Exception {
    answer = body -> body.contains("\"courseId\":1}") ? 201 : 409;
    run("enrollments", 60);
    assertThat(requests)
        .allMatch(request -> request.matches(
            "POST /api/enrollments application/json \\{\"studentId\":[1-7],\"courseId\":[1-3]}"));
    long won = requests.stream().filter(request -> request.endsWith("\"courseId\":1}")).count();
    assertThat(worker.value("errors", worker.total())).isZero();
    assertThat(worker.shown("Won", worker.total())).isEqualTo(won);
    assertThat(worker.shown("Refused", worker.total())).isEqualTo(60 - won);
  }

  @Test
  void whereSignInIsRequiredEachRequestHasTheTokenOfItsStudent() throws Exception {
    var tokens = Files.writeString(folder.resolve("tokens.txt"), "a\nb\nc\n");
    param("tps=1000;ramp=0;students=3;courses=3;posts=0.5;tokens=" + tokens);
    run("mixed", 60);
    assertThat(sessions)
        .hasSize(60)
        .allMatch(session -> session.matches("(1 Bearer a|2 Bearer b|3 Bearer c)"));
    assertThat(Set.copyOf(sessions)).hasSize(3);
  }

  @Test
  void withoutTokensNoRequestHasASession() throws Exception {
    run("mixed", 20);
    assertThat(sessions).hasSize(20).allMatch(session -> session.endsWith(" null"));
  }

  @Test
  void tokensOfTooFewStudentsEndTheTestWithASentence() throws Exception {
    var tokens = Files.writeString(folder.resolve("tokens.txt"), "a\nb\n");
    param("students=3;tokens=" + tokens);
    Class<?> type = new Scripts().parse();
    assertThatThrownBy(() -> type.getMethod("beforeProcess").invoke(null))
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("students must be at most 2, the lines of the file of tokens, not 3");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 422, 429, 500, 503})
  void anyOtherAnswerToAnEnrollmentIsAnError(int status) throws Exception {
    answer = _ -> status;
    run("enrollments", 5);
    assertThat(worker.value("errors", worker.total())).isEqualTo(5);
    assertThat(worker.timed(worker.total())).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 302, 404, 409, 503})
  void anythingBut200IsAnErrorOfALookUp(int status) throws Exception {
    answer = _ -> status;
    run("students", 5);
    assertThat(worker.value("errors", worker.total())).isEqualTo(5);
    assertThat(requests).hasSize(5);
  }

  @Test
  void withoutAScenarioBothAreSent() throws Exception {
    param("tps=100000;ramp=0;students=7;courses=3");
    run("", 100);
    assertThat(requests)
        .anyMatch(request -> request.startsWith("POST "))
        .anyMatch(request -> request.startsWith("GET "));
  }

  @Test
  void mixedSendsBothInItsShare() throws Exception {
    param("tps=100000;ramp=0;students=7;courses=3;posts=0.25");
    answer = body -> body.isEmpty() ? 200 : 201;
    run("mixed", 400);
    long posts = requests.stream().filter(request -> request.startsWith("POST ")).count();
    // five standard deviations to each side
    assertThat(posts).isBetween(57L, 143L);
    assertThat(worker.shown("Won", worker.total())).isEqualTo(posts);
    assertThat(worker.recorded()).containsExactlyInAnyOrder("lookUp", "enroll");
    assertThat(worker.value("errors", worker.total())).isZero();
  }

  @Test
  void waitingIsNotRecordedAndTimeToFirstByteIsTrueOnAKeptConnection() throws Exception {
    param("tps=20;ramp=0;students=7;courses=3");
    thinkMillis = 30;
    run("students", 10);
    assertThat(connections).hasSize(1);
    double first = worker.value("httpplugin.firstByteTime", worker.total()) / 10.0;
    assertThat(first).isGreaterThanOrEqualTo(29.0);
    var time = worker.meanTime(worker.total());
    assertThat(time).isGreaterThanOrEqualTo(first);
    // 50 ms lie between two slots, and what the thread slept of them is in no recorded time; each time is rounded by 1 ms at most
    assertThat(10 * time).isLessThanOrEqualTo(slotMillis - worker.sleptMillis() + 10);
  }

  @Test
  void latenessIsAStatisticOfItsOwn() throws Exception {
    // one thread, 20 ms each, due every 10: the n-th is about n * 10 late
    param("tps=100;ramp=0;students=7;courses=3");
    thinkMillis = 20;
    run("students", 10);
    double mean = worker.shown("User_defined", worker.total());
    assertThat(mean).isBetween(40.0, slotMillis);
    // all times follow one another, and the lateness is in none of them
    assertThat(10 * worker.meanTime(worker.total())).isBetween(190.0, slotMillis + 10);
  }

  @Test
  void latenessIsThatOfTheAnswersThatAreNoErrors() throws Exception {
    // the n-th of ten requests is at least `n * 10` late; the mean of the last five is 70, and of all ten it would be 35
    param("tps=100;ramp=0;students=7;courses=3");
    thinkMillis = 20;
    answer = _ -> requests.size() <= 5 ? 503 : 200;
    run("students", 10);
    assertThat(worker.value("errors", worker.total())).isEqualTo(5);
    assertThat(worker.shown("User_defined", worker.total())).isBetween(65.0, slotMillis);
  }

  @Test
  void ofErrorsTheGrinderDropsTheLateness() throws Exception {
    param("tps=100;ramp=0;students=7;courses=3");
    thinkMillis = 20;
    answer = _ -> 503;
    run("students", 10);
    assertThat(worker.value("errors", worker.total())).isEqualTo(10);
    assertThat(worker.value("userLong0", worker.total())).isZero();
  }

  @Test
  void theLogOfEveryRequestIsSwitchedOff() throws Exception {
    var logger = (Logger) LoggerFactory.getLogger("worker");
    logger.setLevel(Level.INFO);
    run("students", 1);
    assertThat(logger.getLevel()).isEqualTo(Level.WARN);
    assertThat(LoggerFactory.getLogger("worker.test").isInfoEnabled()).isFalse();
  }

  @Test
  void theEndOfTheTestEndsAWait() throws Exception {
    param("tps=0.1;ramp=0");
    onAThreadOfTheWorker(() -> {
      var script = begin();
      Scripts.call(script, "slot");
      Thread waiting = Thread.currentThread();
      Thread.ofVirtual().start(() -> {
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
          LockSupport.parkNanos(1_000_000);
        }
        SleeperImplementation.shutdownAllCurrentSleepers();
      });
      // what a worker's thread ends with when the duration is over, and not an error of the test
      assertThatThrownBy(() -> Scripts.call(script, "slot"))
          .rootCause()
          .isInstanceOf(Sleeper.ShutdownException.class);
      return null;
    });
    assertThat(requests).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tps=0", "tps=many", "ramp=-1", "posts=2", "students=0", "rate=5", "tps", "scenario=rush", "scenario=", "target=nginx:8080", "target=ftp://x", "tokens=resources/none.txt"})
  void aWrongParameterEndsTheTestWithASentence(String param) throws Exception {
    System.setProperty("param", param);
    Class<?> type = new Scripts().parse();
    String wrong = param.startsWith("rate") || param.equals("tps") ? param : param.substring(param.indexOf('=') + 1);
    assertThatThrownBy(() -> type.getMethod("beforeProcess").invoke(null))
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(wrong);
  }

  private void param(String rest) {
    System.setProperty("param", "target=http://127.0.0.1:" + server.getAddress().getPort() + "/;" + rest);
  }

  /**
   * @param scenario that the parameter names; empty: none
   */
  private void run(String scenario, int slots) throws Exception {
    if (!scenario.isEmpty()) {
      System.setProperty("param", System.getProperty("param") + ";scenario=" + scenario);
    }
    onAThreadOfTheWorker(() -> {
      var script = begin();
      long begun = System.nanoTime();
      for (int n = 0; n < slots; n++) {
        Scripts.call(script, "slot");
      }
      slotMillis = (System.nanoTime() - begun) / 1e6;
      worker.endRun();
      return null;
    });
  }

  /** A new one, as The Grinder keeps what it knows of a thread as long as the thread lives. */
  private static void onAThreadOfTheWorker(Callable<?> work) throws Exception {
    var task = new FutureTask<>(work);
    var thread = Thread.ofPlatform().start(task);
    thread.join();
    task.get();
  }

  /** An instance of the script whose recorded methods are recorded, as weaving would have it. */
  private Object begin() throws Exception {
    var scripts = new Scripts();
    Class<?> type = scripts.parse();
    var woven = new StringBuilder("class Woven extends " + type.getName() + " {\n");
    woven.append("  java.util.function.Function<String, net.grinder.scriptengine.Recorder> recorders\n");
    for (String method : List.of("lookUp", "enroll")) {
      if (Stream.of(type.getMethods()).anyMatch(each -> each.getName().equals(method))) {
        woven.append(
            """
              void %1$s() {
                net.grinder.scriptengine.Recorder recorder = recorders.apply('%1$s')
                recorder.start()
                boolean good = false
                try { super.%1$s(); good = true } finally { recorder.end(good) }
              }
            """
                .formatted(method));
      }
    }
    woven.append("}\n");
    Object script = scripts.loader.parseClass(woven.toString()).getDeclaredConstructor().newInstance();
    Function<String, Recorder> recorders = worker::recorder;
    script.getClass().getMethod("setRecorders", Function.class).invoke(script, recorders);
    type.getMethod("beforeProcess").invoke(null);
    worker.beginThread(0);
    Scripts.call(script, "beforeThread");
    return script;
  }

  private static List<Integer> annotated(Class<?> type, Class<? extends Annotation> annotation) {
    return Stream.of(type.getMethods())
        .filter(method -> method.isAnnotationPresent(annotation))
        .map(java.lang.reflect.Method::getModifiers)
        .toList();
  }

  private void handle(HttpExchange exchange) throws java.io.IOException {
    connections.add(exchange.getRemoteAddress());
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    String student = (exchange.getRequestURI().getPath() + body).replaceFirst("\\D*(\\d+).*", "$1");
    sessions.add(student + " " + exchange.getRequestHeaders().getFirst("Authorization"));
    requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + (type == null ? "" : type + " " + body));
    long until = System.nanoTime() + thinkMillis * 1_000_000;
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
    byte[] answered = "{}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.apply(body), answered.length);
    exchange.getResponseBody().write(answered);
    exchange.close();
  }
}
