package io.sugang.platform.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.SugangApplication;
import io.sugang.http.Api;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.gate.SeatKeys;
import io.sugang.seats.reconciler.RosterRepair;
import io.sugang.servers.Instances;
import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.RedisServer;
import io.sugang.servers.Servers;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A whole instance, warmed up, as Prometheus sees it; the order is that of faults, the last stops
 * Redis.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MetricsIntegrationTests {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| ([a-z]+) \\|");
  private static final Pattern LABELS_OF_ROW =
      Pattern.compile("(?m)^\\| `([a-z_]+)` \\| [a-z]+ \\| ([^|]*)\\|");
  private static final Pattern LABEL_OF_ROW = Pattern.compile("`([a-z_]+)`");

  /** Of every series, or made by the histogram: the page has them in its words, not in its rows. */
  private static final Set<String> LABELS_OF_ALL = Set.of("application", "le");

  private static final int CAPACITY = 50;

  private static final RedisServer REDIS = Servers.privateRedis();
  private static final MySqlDatabase DATABASE = Servers.mysql().newDatabase();
  private static Instances instances;
  private static ApplicationContext context;

  @BeforeAll
  static void start() {
    instances =
        Instances.start(
            SugangApplication.class,
            1,
            DATABASE,
            REDIS,
            "sugang.rules.enabled=true",
            "sugang.warmup.enabled=true",
            "sugang.warmup.http-requests=200",
            // As shipped: one test stops Redis.
            "spring.data.redis.timeout=300ms",
            "sugang.reconciler.period=200ms",
            "sugang.reconciler.grace=500ms",
            "sugang.reconciler.leaked-after=600ms");
    context = instances.contexts().getFirst();
    assertThat(context.getBean(RosterRepair.class).awaitFresh(Duration.ofSeconds(20))).isTrue();
    // The meter of the garbage collector is there after the first collection, those of the web
    // after the first requests.
    System.gc();
    await().until(() -> scrape().types().containsKey("jvm_gc_pause_seconds"));
    enroll(1, 1);
    new Api(port("local.server.port")).get("/api/students/1");
    new Api(port("local.server.port")).get("/api/courses/1");
  }

  @AfterAll
  static void stop() {
    instances.close();
    REDIS.close();
  }

  private static int port(String property) {
    return context.getEnvironment().getRequiredProperty(property, Integer.class);
  }

  /** A student whom no history forbids a course. */
  private static long freshman(int place) {
    return id(
        "SELECT s.student_id FROM student s WHERE s.standing = 'ENROLLED' AND s.student_id > 1"
            + " AND NOT EXISTS (SELECT 1 FROM transcript t WHERE t.student_id = s.student_id)"
            + " ORDER BY s.student_id LIMIT 1 OFFSET "
            + place);
  }

  /** A course for all students, which needs no other subject. */
  private static long openCourse() {
    return id(
        "SELECT MIN(c.course_id) FROM course c WHERE c.audience_id IS NULL AND NOT EXISTS"
            + " (SELECT 1 FROM subject_relation r WHERE r.subject_id = c.subject_id)");
  }

  private static long id(String sql) {
    return Objects.requireNonNull(
        context.getBean(JdbcTemplate.class).queryForObject(sql, Long.class));
  }

  private static Scrape scrape() {
    return Scrape.of(port("local.management.port"));
  }

  private static int enroll(long student, long course) {
    return new Api(port("local.server.port"))
        .postJson(
            "/api/enrollments", "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))
        .statusCode();
  }

  private static int enroll(long student, long course, String idempotencyKey) {
    Api api = new Api(port("local.server.port"));
    return api.send(
            api.request("/api/enrollments")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", idempotencyKey)
                .POST(
                    BodyPublishers.ofString(
                        "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course))))
        .statusCode();
  }

  private static Map<String, String> metricsOfThePage() throws IOException {
    Map<String, String> types = new TreeMap<>();
    ROW.matcher(Files.readString(Path.of("..", "docs", "metrics.md")))
        .results()
        .forEach(row -> types.put(row.group(1), row.group(2)));
    return types;
  }

  private static void awaitValue(String metric, double value) {
    await()
        .untilAsserted(() ->
            // As objects: NaN is then equal to NaN.
            assertThat(Double.valueOf(scrape().value(metric)))
                .as(metric)
                .isEqualTo(Double.valueOf(value)));
  }

  @Test
  @Order(1)
  void everyMetricOfThePageIsAtTheEndpointWithItsType() throws IOException {
    assertThat(metricsOfThePage()).hasSizeGreaterThan(30);
    assertThat(scrape().types()).containsAllEntriesOf(metricsOfThePage());
  }

  @Test
  @Order(1)
  void theLabelsOfThePageAreThoseOfTheEndpoint() throws IOException {
    Map<String, Set<String>> labels = new TreeMap<>();
    LABELS_OF_ROW
        .matcher(Files.readString(Path.of("..", "docs", "metrics.md")))
        .results()
        .forEach(row -> {
          Set<String> names = labels.computeIfAbsent(row.group(1), none -> new TreeSet<>());
          LABEL_OF_ROW.matcher(row.group(2)).results().forEach(label -> names.add(label.group(1)));
        });
    assertThat(labels.keySet()).isEqualTo(metricsOfThePage().keySet());
    assertThat(labels.values()).anyMatch(names -> names.size() > 1);
    Scrape scrape = scrape();
    labels.forEach((name, page) -> {
      Set<String> endpoint = scrape.labels(name);
      endpoint.removeAll(LABELS_OF_ALL);
      if (name.startsWith("sugang_")) {
        assertThat(endpoint).as(name).isEqualTo(page);
      } else {
        // Libraries have more of them than are of use here.
        assertThat(endpoint).as(name).containsAll(page);
      }
    });
  }

  @Test
  @Order(1)
  void everyMetricOfOursIsInThePage() throws IOException {
    Set<String> page = metricsOfThePage().keySet();
    assertThat(scrape().types().keySet())
        .filteredOn(name -> name.startsWith("sugang_"))
        // The largest of the last minutes comes with every timer; the page says so once.
        .filteredOn(
            name -> !(name.endsWith("_max") && page.contains(name.replaceFirst("_max$", ""))))
        .isNotEmpty()
        .allSatisfy(name -> assertThat(page).contains(name));
  }

  @Test
  @Order(1)
  void everyExpressionNamesMetricsThatExist() throws IOException {
    Set<String> names = scrape().names();
    // Made by Prometheus itself, as ALERTS is.
    names.add("up");
    assertThat(Expressions.ofDashboard()).hasSizeGreaterThan(30);
    assertThat(Expressions.ofDashboard())
        .filteredOn(expression -> !expression.contains("ALERTS"))
        .allSatisfy(expression ->
            assertThat(Expressions.metricsOf(expression))
                .as(expression)
                .isNotEmpty()
                .isSubsetOf(names));
    assertThat(Expressions.ofAlerts())
        .isNotEmpty()
        .allSatisfy((alert, expression) ->
            assertThat(Expressions.metricsOf(expression)).as(alert).isNotEmpty().isSubsetOf(names));
  }

  @Test
  @Order(1)
  void everySelectorOfAnExpressionMeetsASeries() throws IOException {
    Scrape scrape = scrape();
    Set<String> names = scrape.names();
    List<Selector> selectors =
        Stream.concat(Expressions.ofDashboard().stream(), Expressions.ofAlerts().values().stream())
            .flatMap(expression -> Selector.of(expression).stream())
            // Not up and ALERTS, which Prometheus makes.
            .filter(selector -> names.contains(selector.name()))
            .toList();
    assertThat(selectors).anyMatch(selector -> !selector.matchers().isEmpty());
    assertThat(selectors).allMatch(selector -> selector.meets(scrape.series().keySet()));
  }

  @Test
  @Order(1)
  void everyAlertIsInThePage() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "metrics.md"));
    assertThat(Expressions.ofAlerts().keySet())
        .allSatisfy(alert -> assertThat(page).contains("| `" + alert + "`"));
  }

  @Test
  @Order(2)
  void answersAreCountedByOutcomeAndTheWarmUpIsNot() {
    String name = "sugang_enrollment_seconds_count";
    Scrape before = scrape();
    // The request that start() sent; the warm-up won seats of its own.
    assertThat(before.sum(name, "outcome=\"enrolled\"")).isEqualTo(1);
    assertThat(before.sum("sugang_ledger_claim_seconds_count", "result=\"enrolled\""))
        .isGreaterThan(1);
    long student = freshman(0);
    assertThat(enroll(student, openCourse())).isEqualTo(201);
    assertThat(enroll(student, openCourse())).isEqualTo(409);
    assertThat(enroll(student, 777)).isEqualTo(404);
    Scrape after = scrape();
    assertThat(after.sum(name, "outcome=\"enrolled\"")).isEqualTo(2);
    assertThat(after.sum(name, "outcome=\"already_enrolled\"")).isEqualTo(1);
    assertThat(after.sum(name, "outcome=\"course_not_found\"")).isEqualTo(1);
    assertThat(after.sum("sugang_gate_call_seconds_count", "answer=\"granted\""))
        .isEqualTo(before.sum("sugang_gate_call_seconds_count", "answer=\"granted\"") + 1);
    assertThat(after.sum("sugang_ledger_claim_seconds_count", "result=\"enrolled\""))
        .isEqualTo(before.sum("sugang_ledger_claim_seconds_count", "result=\"enrolled\"") + 1);
    assertThat(after.value("sugang_ledger_group_claims_sum"))
        .isEqualTo(before.value("sugang_ledger_group_claims_sum") + 1);
    await()
        .untilAsserted(() ->
            assertThat(
                    scrape()
                        .sum(
                            "sugang_gate_settlements_total",
                            "script=\"confirm\",settlement=\"settled\""))
                .isGreaterThan(
                    before.sum(
                        "sugang_gate_settlements_total",
                        "script=\"confirm\",settlement=\"settled\"")));
  }

  @Test
  @Order(3)
  void aRepeatedRequestIsNoFurtherSeat() {
    String name = "sugang_enrollment_seconds_count";
    Scrape before = scrape();
    assertThat(enroll(6, 6, "metered")).isEqualTo(201);
    assertThat(enroll(6, 6, "metered")).isEqualTo(201);
    assertThat(enroll(6, 7, "metered")).isEqualTo(422);
    context
        .getBean(StringRedisTemplate.class)
        .opsForValue()
        .set("idempotency:{8}:under-way", "8:6:another-instance");
    assertThat(enroll(8, 6, "under-way")).isEqualTo(409);
    Scrape after = scrape();
    for (String outcome : List.of("enrolled", "repeated", "key_reused", "in_flight")) {
      String label = "outcome=\"" + outcome + "\"";
      assertThat(after.sum(name, label)).as(outcome).isEqualTo(before.sum(name, label) + 1);
    }
  }

  @Test
  @Order(2)
  void seatsAreThoseOfTheLedger() {
    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    awaitValue("sugang_courses", 20);
    awaitValue("sugang_capacity_seats", 20 * CAPACITY);
    Integer rows = jdbc.queryForObject("SELECT COUNT(*) FROM enrollment", Integer.class);
    awaitValue("sugang_enrolled_seats", Objects.requireNonNull(rows));
    assertThat(scrape().value("sugang_full_courses")).isZero();
    assertThat(scrape().value("sugang_oversold_courses")).isZero();
  }

  @Test
  @Order(3)
  void aCourseWithMoreRowsThanSeatsIsSeenUntilItIsPutRight() {
    JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
    // Past the ledger and its counter, as no way of the service leads there.
    for (int student = 1; student <= CAPACITY + 1; student++) {
      jdbc.update(
          "INSERT INTO enrollment (enrollment_id, student_id, course_id, enrolled_at) VALUES (?, ?, 3, UTC_TIMESTAMP(6))",
          3_000_000 + student,
          student);
    }
    awaitValue("sugang_oversold_courses", 1);
    assertThat(scrape().value("sugang_full_courses")).isEqualTo(1);
    jdbc.update("DELETE FROM enrollment WHERE enrollment_id = ?", 3_000_001);
    awaitValue("sugang_oversold_courses", 0);
    assertThat(scrape().value("sugang_full_courses")).isEqualTo(1);
  }

  @Test
  @Order(3)
  void anEntryThatNobodySettledIsSeenWithItsAge() {
    StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
    SeatKeys keys = SeatKeys.of(new SeatsId(4));
    // The reconciler settles it with the look that sees it, so one look alone shows it.
    Set<Double> leaked = new TreeSet<>();
    Set<Double> ages = new TreeSet<>();
    await()
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(() -> {
          redis.opsForSet().add(keys.students(), "4");
          redis.opsForHash().put(keys.pending(), "4", "dead-instance-1|1");
          Scrape now = scrape();
          leaked.add(now.value("sugang_gate_leaked_entries"));
          ages.add(now.value("sugang_gate_oldest_pending_seconds"));
          assertThat(leaked).contains(1.0);
          // Opened at the beginning of 1970. A scrape reads the two gauges one after the other, so
          // the pass that sees the entry may come between them.
          assertThat(ages).anyMatch(age -> age > 1e9);
        });
    awaitValue("sugang_gate_leaked_entries", 0);
    awaitValue("sugang_gate_oldest_pending_seconds", 0);
  }

  @Test
  @Order(4)
  void withoutRedisTheFallbackIsSeenAndSoAreTheSeats() throws Exception {
    assertThat(scrape().value("sugang_gate_in_use")).isEqualTo(1);
    double fallbacks = scrape().value("sugang_gate_fallbacks_total");
    REDIS.stop();
    awaitValue("sugang_gate_in_use", 0);
    assertThat(scrape().value("sugang_gate_fallbacks_total")).isEqualTo(fallbacks + 1);
    assertThat(enroll(freshman(1), openCourse())).isEqualTo(201);
    assertThat(scrape().value("sugang_gate_bypassed_total")).isPositive();
    Integer rows =
        context
            .getBean(JdbcTemplate.class)
            .queryForObject("SELECT COUNT(*) FROM enrollment", Integer.class);
    awaitValue("sugang_enrolled_seats", Objects.requireNonNull(rows));
    assertThat(scrape().value("sugang_oversold_courses")).isZero();
    awaitValue("sugang_gate_pending_entries", Double.NaN);
    REDIS.start();
    awaitValue("sugang_gate_in_use", 1);
    awaitValue("sugang_gate_pending_entries", 0);
  }
}
