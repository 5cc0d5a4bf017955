package io.sugang.startup.seed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

/** The seed on a real MySQL. */
@Tag("extended")
class SeederIntegrationTests {
  private static final SeedProperties STANDARD = sizes(5000, 300, 500, 50);
  private static final SeedProperties SMALL = sizes(40, 10, 20, 5);

  private final MySqlDatabase database = Servers.mysql().newDatabase();

  @Test
  void makesTheStandardData() {
    assertThat(seeder(STANDARD).seed()).isEqualTo(SeedOutcome.SEEDED);

    assertThat(number("SELECT COUNT(*) FROM student WHERE student_id BETWEEN 1 AND 5000"))
        .isEqualTo(5000);
    assertThat(number("SELECT COUNT(*) FROM professor WHERE professor_id BETWEEN 1 AND 300"))
        .isEqualTo(300);
    assertThat(
            number(
                "SELECT COUNT(*) FROM course WHERE course_id BETWEEN 1 AND 500 AND capacity = 50 AND enrolled = 0"))
        .isEqualTo(500);
    assertThat(number("SELECT COUNT(*) FROM student")).isEqualTo(5000);
    assertThat(number("SELECT COUNT(*) FROM professor")).isEqualTo(300);
    assertThat(number("SELECT COUNT(*) FROM course")).isEqualTo(500);
    assertThat(number("SELECT COUNT(*) FROM enrollment")).isZero();
  }

  /**
   * These are the rows of every machine. A change of the seed changes the numbers: then set them
   * anew, and expect that recorded figures can't be compared with later ones.
   */
  @Test
  void makesTheSameRowsOnEveryMachine() {
    seeder(STANDARD).seed();

    assertThat(students(database))
        .isEqualTo("5e178842e7d03a893dd1cfa6908b7da80a1eb7f17927567bd205f5f3ef7b1e4e");
    assertThat(professors(database))
        .isEqualTo("f582c000ea2bdd14aeee2d0e978e8387d653fae9a36cc3af9560ccf410b92d42");
    assertThat(courses(database))
        .isEqualTo("37a174a302291944f195bc02862e2f02273a70fdc01d427059daf10339524b4f");
  }

  @Test
  void makesTheSameRowsInTwoDatabases() {
    var other = Servers.mysql().newDatabase();
    seeder(SMALL).seed();
    seeder(other, SMALL, SeedScripts.fromClasspath()).seed();

    assertThat(students(other)).isEqualTo(students(database));
    assertThat(professors(other)).isEqualTo(professors(database));
    assertThat(courses(other)).isEqualTo(courses(database));
  }

  @Test
  void givesStudentsUniqueNumbersThatFitTheirGradeAndEmails() {
    seeder(STANDARD).seed();

    assertThat(number("SELECT COUNT(DISTINCT student_number) FROM student")).isEqualTo(5000);
    assertThat(number("SELECT COUNT(DISTINCT email) FROM student")).isEqualTo(5000);
    assertThat(
            number(
                "SELECT COUNT(*) FROM student WHERE NOT REGEXP_LIKE(student_number, '^20[0-9]{8}$')"))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM student WHERE NOT REGEXP_LIKE(email, '^[a-z]+[.][0-9]{10}@sugang[.]example$', 'c')"))
        .isZero();
    assertThat(
            number(
                "SELECT COUNT(*) FROM student WHERE NOT 2026 - LEFT(student_number, 4) BETWEEN grade - 1 AND grade + 1"))
        .isZero();
  }

  @Test
  void givesPeopleKoreanNamesAsOftenAsInKorea() {
    seeder(STANDARD).seed();

    assertThat(
            number(
                "SELECT COUNT(*) FROM (SELECT name FROM student UNION ALL SELECT name FROM professor) people WHERE NOT REGEXP_LIKE(name, '^[가-힣]{3,4}$')"))
        .isZero();
    assertThat(number("SELECT 100 * AVG(name LIKE '김%') FROM student")).isBetween(19L, 25L);
    assertThat(number("SELECT 100 * AVG(name LIKE '이%') FROM student")).isBetween(13L, 18L);
    assertThat(number("SELECT COUNT(DISTINCT name) FROM student")).isGreaterThan(2500);
    assertThat(
            number(
                "SELECT COUNT(*) FROM student a JOIN student b ON b.student_id = a.student_id + 1 WHERE SUBSTRING(a.name, 2) = SUBSTRING(b.name, 2)"))
        .isLessThan(60);
  }

  @Test
  void letsProfessorsTeachInTheirOwnDepartment() {
    seeder(STANDARD).seed();

    assertThat(
            number(
                "SELECT COUNT(*) FROM course JOIN professor USING (professor_id) WHERE course.department <> professor.department"))
        .isZero();
    assertThat(number("SELECT COUNT(DISTINCT professor_id) FROM course")).isEqualTo(300);
    assertThat(
            number(
                "SELECT COUNT(*) FROM (SELECT 1 FROM course GROUP BY department, title HAVING COUNT(*) > 1) repeated"))
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM course WHERE title LIKE '% (02분반)'")).isPositive();
  }

  @Test
  void makesCoursesEvenWithOneProfessor() {
    assertThat(seeder(sizes(1, 1, 40, 1)).seed()).isEqualTo(SeedOutcome.SEEDED);

    assertThat(number("SELECT COUNT(*) FROM course WHERE professor_id = 1 AND capacity = 1"))
        .isEqualTo(40);
  }

  @Test
  void raisesTheSizes() {
    assertThat(seeder(sizes(30_000, 1000, 2000, 100)).seed()).isEqualTo(SeedOutcome.SEEDED);

    assertThat(number("SELECT MAX(student_id) FROM student")).isEqualTo(30_000);
    assertThat(number("SELECT COUNT(DISTINCT department, title) FROM course")).isEqualTo(2000);
  }

  @Test
  void leavesDataAlone() {
    seeder(SMALL).seed();
    database.jdbc().update("UPDATE student SET name = '홍길동' WHERE student_id = 1");

    assertThat(seeder(STANDARD).seed()).isEqualTo(SeedOutcome.ALREADY_FILLED);

    assertThat(number("SELECT COUNT(*) FROM student")).isEqualTo(40);
    assertThat(number("SELECT COUNT(*) FROM student WHERE name = '홍길동'")).isEqualTo(1);
  }

  @Test
  void leavesAPartlyFilledDatabaseAlone() {
    database.jdbc().update("INSERT INTO professor VALUES (7, '홍길동', '철학과')");

    assertThat(seeder(SMALL).seed()).isEqualTo(SeedOutcome.PARTLY_FILLED);

    assertThat(number("SELECT COUNT(*) FROM student")).isZero();
    assertThat(number("SELECT COUNT(*) FROM professor")).isEqualTo(1);
  }

  @Test
  void leavesNothingWhenItFailsInTheMiddle() {
    var files = new ArrayList<Resource>(SeedScripts.fromClasspath().files());
    files.add(new ByteArrayResource("INSERT INTO nowhere VALUES (1);".getBytes(UTF_8)));
    var failing = seeder(database, SMALL, new SeedScripts(files));

    assertThatThrownBy(failing::seed)
        .isInstanceOf(SeedException.class)
        .hasMessageContaining("nothing was changed");

    assertThat(number("SELECT COUNT(*) FROM student")).isZero();
    assertThat(seeder(SMALL).seed()).isEqualTo(SeedOutcome.SEEDED);
  }

  @Test
  void seedsOnceWhenThreeInstancesStartTogether() throws Exception {
    var start = new CyclicBarrier(3);
    Callable<SeedOutcome> instance =
        () -> {
          start.await();
          return seeder(STANDARD).seed();
        };
    var outcomes = new ArrayList<SeedOutcome>();
    try (var threads = Executors.newFixedThreadPool(3)) {
      for (Future<SeedOutcome> outcome : threads.invokeAll(List.of(instance, instance, instance))) {
        outcomes.add(outcome.get());
      }
    }

    assertThat(outcomes)
        .containsExactlyInAnyOrder(
            SeedOutcome.SEEDED, SeedOutcome.ALREADY_FILLED, SeedOutcome.ALREADY_FILLED);
    assertThat(number("SELECT COUNT(*) FROM student")).isEqualTo(5000);
  }

  @Test
  void saysWhoIsInTheWayWhenTheOtherInstanceDoesNotFinish() throws Exception {
    try (var other =
            DriverManager.getConnection(database.jdbcUrl(), database.owner(), database.password());
        var statement = other.createStatement()) {
      statement.execute("SELECT GET_LOCK(CONCAT('seed:', DATABASE()), 0)");
      var impatient = new SeedProperties(true, 40, 10, 20, 5, Duration.ofSeconds(1));

      assertThatThrownBy(() -> seeder(impatient).seed())
          .isInstanceOf(SeedException.class)
          .hasMessageContaining("Another instance");
    }
  }

  private Seeder seeder(SeedProperties properties) {
    return seeder(database, properties, SeedScripts.fromClasspath());
  }

  private static Seeder seeder(
      MySqlDatabase database, SeedProperties properties, SeedScripts scripts) {
    return new Seeder(
        database.jdbcUrl(), database.owner(), database.password(), properties, scripts);
  }

  private static SeedProperties sizes(int students, int professors, int courses, int capacity) {
    return new SeedProperties(true, students, professors, courses, capacity, Duration.ofMinutes(2));
  }

  private long number(String sql) {
    return Objects.requireNonNull(database.jdbc().queryForObject(sql, Long.class));
  }

  private static String students(MySqlDatabase database) {
    return digest(
        database, "student", "student_id, student_number, name, email, department, grade");
  }

  private static String professors(MySqlDatabase database) {
    return digest(database, "professor", "professor_id, name, department");
  }

  private static String courses(MySqlDatabase database) {
    return digest(
        database, "course", "course_id, title, department, professor_id, credits, capacity");
  }

  /** Of all rows in the order of their ids. */
  private static String digest(MySqlDatabase database, String table, String columns) {
    var sql =
        """
        SELECT /*+ SET_VAR(group_concat_max_len = 10000000) */
          SHA2(GROUP_CONCAT(CONCAT_WS('|', %s) ORDER BY %s_id SEPARATOR '\\n'), 256)
        FROM %s
        """
            .formatted(columns, table, table);
    return Objects.requireNonNull(database.jdbc().queryForObject(sql, String.class));
  }
}
