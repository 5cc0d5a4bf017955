package io.sugang.lab.local;

import io.sugang.lab.control.Operator;
import io.sugang.lab.control.PipedOperations;
import io.sugang.lab.control.RosterKeys;
import io.sugang.lab.control.SeatAnnouncement;
import io.sugang.lab.control.TestbedAccess.TestbedRequest;
import io.sugang.lab.control.TestbedStack;
import io.sugang.ops.build.ServiceJar;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.local.Instances;
import io.sugang.ops.local.LocalContext;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.local.MysqlServer;
import io.sugang.ops.local.NginxServer;
import io.sugang.ops.local.RedisServer;
import io.sugang.ops.local.ServerPrograms;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import io.sugang.verifier.VerifierCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The testbed that {@code ./sugang bench} measures on: a local stack with state, data, settings and
 * ports of its own. The stack of {@code up} keeps what it has; the programs and the built service
 * are the same.
 */
public final class LocalTestbed implements TestbedStack {
  private static final int PORT_STEP = 10_000;
  private static final int MOST_INSTANCES = 8;
  private static final int USUAL_STUDENTS = 5_000;
  private static final int USUAL_COURSES = 500;
  private static final Duration SETTLED = Duration.ofSeconds(30);

  // What the variants are about, and the data, is set by them and not by the user's environment.
  private static final List<String> OWN_SETTINGS =
      List.of(
          "SUGANG_SEAT_CONTROL",
          "SUGANG_STUDENT_CACHE",
          "SUGANG_FASTPATH",
          "SUGANG_FASTPATH_IN_PLACE",
          "SUGANG_WARMUP",
          "SUGANG_SEED",
          "SUGANG_SEED_STUDENTS",
          "SUGANG_SEED_PROFESSORS",
          "SUGANG_SEED_COURSES",
          "SUGANG_SEED_CAPACITY",
          "SUGANG_HTTP_THREADS",
          "SUGANG_MYSQL_POOL",
          "SUGANG_HEAP",
          "SUGANG_SCHEDULING",
          "SUGANG_JAVA_OPTIONS",
          "SUGANG_RATE_LIMIT",
          "SUGANG_TOKEN_LIMIT",
          "MYSQL_SSL_MODE");

  private final LocalContext context;
  private final LocalStack stack;
  private final ProxyBaseline baseline;
  private final Map<String, TestbedBuild> builds;
  private final int students;
  private final int courses;

  private LocalTestbed(
      LocalContext context, Map<String, TestbedBuild> builds, int students, int courses) {
    this.context = context;
    this.stack = new LocalStack(context);
    this.baseline = new ProxyBaseline(context);
    this.builds = builds;
    this.students = students;
    this.courses = courses;
  }

  /** Builds what is measured; nothing runs yet. */
  public static LocalTestbed of(Workspace workspace, Console console, TestbedRequest request) {
    new ServerPrograms(workspace, console).provide();
    Map<String, TestbedBuild> builds =
        new TestbedBuilds(workspace, console).provide(request.comparison());
    LocalContext context =
        context(workspace, console.silent(), folder(workspace, request), request.settings());
    return new LocalTestbed(context, builds, request.students(), request.courses());
  }

  // The data of another size are another stack's, and stay as they are.
  private static Path folder(Workspace workspace, TestbedRequest request) {
    Path all = workspace.state(request.command());
    return request.students() == USUAL_STUDENTS && request.courses() == USUAL_COURSES
        ? all.resolve("stack")
        : all.resolve("stack-%d-%d".formatted(request.students(), request.courses()));
  }

  private static LocalContext context(
      Workspace workspace, Console console, Path folder, Map<String, String> changed) {
    Set<String> own = new HashSet<>(OWN_SETTINGS);
    own.addAll(Settings.SECRETS);
    Map<String, String> environment = new HashMap<>(workspace.environment());
    environment.keySet().removeAll(own);
    // The load has one session, where sign-in is required.
    environment.put("SUGANG_TOKEN_LIMIT", "off");
    environment.putAll(changed);
    Path servers = folder.resolve("local");
    Workspace.folder(servers);
    var settings = new Settings(folder.resolve(".env"), environment);
    if (!settings.written()) {
      settings.writeNew();
    }
    return LocalContext.of(workspace, servers, settings, console, PORT_STEP, own);
  }

  @Override
  public void up() {
    // What a killed command left.
    down();
    stack.nginx().assignPort(0);
    stack.mysql().assignPort();
    stack.redis().assignPort();
    Instances.names(MOST_INSTANCES).forEach(stack.instances()::assignPorts);
    stack.mysql().start();
    stack.redis().start();
  }

  @Override
  public void down() {
    baseline.stop();
    stack.down();
  }

  @Override
  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(stack.toolEnvironment());
    environment.put("SUGANG_ACCOUNT_SECRET", context.settings().get("SUGANG_ACCOUNT_SECRET"));
    return environment;
  }

  @Override
  public void prepare(int full, int seats, List<String> names) throws IOException {
    perform("prepare", () -> prepared(full, seats, names));
  }

  @Override
  public void freeSeats(int full) throws IOException {
    perform(
        "reset",
        () -> {
          sql(freeCourses(full));
          flushRedis();
        });
  }

  @Override
  public void deleteEnrollments(int full) throws IOException {
    perform(
        "deletion of enrollments",
        () -> {
          List<Long> courses =
              stack
                  .mysql()
                  .sql(
                      MysqlAccount.OWNER,
                      COURSES_WITH_ENROLLMENTS.formatted(full),
                      "--skip-column-names",
                      "sugang")
                  .orFailure()
                  .lines()
                  .map(Long::valueOf)
                  .toList();
          sql(freeCourses(full));
          if (!courses.isEmpty()) {
            stack.redis().command(RosterKeys.unlink(courses).toArray(String[]::new)).orFailure();
          }
        });
  }

  @Override
  public void start(String build, int instances, Map<String, String> settings) throws IOException {
    perform("start " + build, () -> start(build(build), instances, settings));
  }

  @Override
  public void stop() throws IOException {
    perform("stop", this::stopped);
  }

  @Override
  public void startProxyBaseline() throws IOException {
    perform("start of the proxy baseline", baseline::start);
  }

  @Override
  public void stopProxyBaseline() throws IOException {
    perform("end of the proxy baseline", baseline::stop);
  }

  @Override
  public void verify(String seatControl) throws IOException {
    perform("verify", () -> verified(seatControl));
  }

  @FunctionalInterface
  private interface TestbedStep {
    void run() throws IOException;
  }

  private static void perform(String operation, TestbedStep step) throws IOException {
    try {
      step.run();
    } catch (Failure | IOException failed) {
      throw Operator.failed(operation, failed);
    }
  }

  private TestbedBuild build(String name) throws IOException {
    @Nullable TestbedBuild build = builds.get(name);
    if (build == null) {
      throw new IOException("no build is called " + name);
    }
    return build;
  }

  private void start(TestbedBuild build, int count, Map<String, String> variables) {
    // Settings that this side reads too, like SUGANG_JAVA_OPTIONS.
    LocalContext changed = context.with(context.settings().with(build.settings()));
    List<String> names = Instances.names(count);
    var instances = new Instances(changed);
    if (build.program() != null) {
      for (String name : names) {
        instances.launchProgram(name, build.program());
      }
      instances.await(names);
    } else {
      Map<String, String> all = new HashMap<>();
      // The loads draw any student for any course.
      all.put("SUGANG_RULES", changed.settings().get("SUGANG_RULES", "off"));
      all.putAll(build.settings());
      all.put("SUGANG_SEED_STUDENTS", Integer.toString(students));
      all.put("SUGANG_SEED_PROFESSORS", Integer.toString(courses * 3 / 5));
      all.put("SUGANG_SEED_COURSES", Integer.toString(courses));
      all.put("SUGANG_SEED_CAPACITY", "50");
      all.putAll(variables);
      instances.start(names, build.service(), all);
    }
    new NginxServer(changed, build.nginx()).start(names);
  }

  private void stopped() {
    stack.nginx().stop();
    stack.instances().stop(stack.instances().running());
  }

  // Warm when it has no AOT cache yet: then this instance records it, and no variant is the one
  // without.
  private void startOnce(TestbedBuild build) {
    if (build.program() != null) {
      // The service creates the data.
      return;
    }
    LocalContext changed = context.with(context.settings().with(build.settings()));
    ServiceJar service = build.service();
    boolean warm = new Instances(changed).cacheMissing(service);
    start(build, 1, Map.of("SUGANG_WARMUP", warm ? "on" : "off"));
    stopped();
  }

  /**
   * The first courses are full, the others have seats. An empty database gets its schema and data
   * from the first instance that starts. That is one of the newest build, because an older one
   * would seed courses without a term, to which no rules apply. Each build starts once, so that one
   * that cannot is known before anything is measured.
   */
  private void prepared(int full, int seats, List<String> names) throws IOException {
    for (String name : names.reversed()) {
      startOnce(build(name));
    }
    sql(NO_RULE_FORBIDS + fullCourses(full, seats) + freeCourses(full));
    flushRedis();
  }

  private void sql(String sql) {
    stack.mysql().sql(MysqlAccount.OWNER, sql, "sugang").orFailure();
  }

  private void flushRedis() {
    stack.redis().command("flushall").orFailure();
  }

  // The loads draw any student for any course. Where the rules count they are all asked, and none
  // forbids a pair.
  private static final String NO_RULE_FORBIDS =
      """
      UPDATE student SET standing = 'ENROLLED';
      UPDATE student_term SET credit_limit = 30000;
      UPDATE announced_limit SET credit_limit = 30000;
      DELETE FROM meeting;
      DELETE FROM subject_relation;
      DELETE FROM classification_rule;
      DELETE FROM transcript;
      UPDATE course SET audience_id = NULL, slot_mask = NULL, section_no = CONCAT('B', course_id) WHERE term_id IS NOT NULL;
      UPDATE course JOIN (SELECT subject_id, ROW_NUMBER() OVER (ORDER BY subject_id) AS place FROM subject) own ON own.place = course.course_id
      SET course.subject_id = own.subject_id WHERE course.term_id IS NOT NULL;
      """;

  private static final String COURSES_WITH_ENROLLMENTS =
      "SELECT DISTINCT course_id FROM enrollment WHERE course_id > %d";

  // Enrollments made here have ids far above those that the service takes.
  private static String fullCourses(int full, int seats) {
    return """
    SET SESSION innodb_lock_wait_timeout = 30;
    DELETE FROM enrollment WHERE course_id <= %1$d;
    UPDATE course SET enrolled = 0, capacity = IF(course_id <= %1$d, 50, %2$d);
    INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at)
    SELECT 5000000000000000 + course_id * 1000 + student_id, student_id, course_id, UTC_TIMESTAMP(6)
    FROM course JOIN student ON student_id <= 50 WHERE course_id <= %1$d;
    UPDATE course SET enrolled = 50 WHERE course_id <= %1$d;
    """
            .formatted(full, seats)
        + SeatAnnouncement.ofSeatsNow("TRUE");
  }

  private static String freeCourses(int full) {
    return """
    SET SESSION innodb_lock_wait_timeout = 30;
    DELETE FROM enrollment WHERE course_id > %1$d;
    UPDATE course SET enrolled = 0 WHERE course_id > %1$d AND enrolled <> 0;
    """
        .formatted(full);
  }

  @Override
  public TestbedParts parts() {
    LocalProcesses processes = context.processes();
    if (processes.alive(ProxyBaseline.FRONT)) {
      return new TestbedParts(
          Map.of(
              NginxServer.NAME,
              processes.lastingPids(ProxyBaseline.FRONT),
              "backend",
              processes.lastingPids(ProxyBaseline.BACK)),
          baseline.port(),
          List.of());
    }
    Map<String, List<Long>> pids = new HashMap<>();
    for (String name : List.of(MysqlServer.NAME, RedisServer.NAME, NginxServer.NAME)) {
      List<Long> lasting = processes.lastingPids(name);
      if (!lasting.isEmpty()) {
        pids.put(name, lasting);
      }
    }
    List<String> apps = stack.instances().running();
    pids.put("app", apps.stream().flatMap(name -> processes.pids(name, false).stream()).toList());
    return new TestbedParts(
        Map.copyOf(pids),
        stack.nginx().port(),
        apps.stream().map(stack.instances()::managementPort).toList());
  }

  private void verified(String seatControl) throws IOException {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("SUGANG_SEAT_CONTROL", seatControl);
    // Courses are filled by SQL, and an older build keeps no events.
    environment.put("SUGANG_AUDIT_TRAIL", "off");
    environment.put("SUGANG_RULES", "off");
    VerifierCommand.Verified verified = VerifierCommand.verify(environment, SETTLED);
    if (verified.exitStatus() != 0) {
      throw new IOException(PipedOperations.oneLine(verified.table()));
    }
  }
}
