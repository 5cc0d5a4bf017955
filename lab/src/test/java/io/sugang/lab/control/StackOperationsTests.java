package io.sugang.lab.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.sugang.lab.control.Operation.ConfineBinlog;
import io.sugang.lab.control.Operation.ConnectAsService;
import io.sugang.lab.control.Operation.EvictService;
import io.sugang.lab.control.Operation.Heal;
import io.sugang.lab.control.Operation.ImportCourses;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operation.StartWithClock;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.control.SeatReset;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With doubles of the servers, which keep what they are asked for. */
class StackOperationsTests {
  @TempDir private Path folder;

  private final Servers servers = new Servers();
  private final FakeParts parts = new FakeParts();
  private final StackOperations operations =
      new StackOperations(
          servers,
          new SeatReset(servers, Console.plain(nothing(), nothing()), Path.of("verify.log")),
          parts,
          this::imported);
  private String importedFile = "";

  private boolean imported(Path folder) {
    try {
      importedFile = Files.readString(folder.resolve("courses.csv"));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
    return !importedFile.equals("bad");
  }

  @Test
  void anImportHasItsFileInTheOperation() throws Exception {
    operations.perform(new ImportCourses("하나"));
    assertThat(importedFile).isEqualTo("하나");
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new ImportCourses("bad")))
        .withMessageContaining("a line is bad");
  }

  private static PrintStream nothing() {
    return new PrintStream(OutputStream.nullOutputStream());
  }

  private static final class Servers implements RunningStack {
    private final List<String> asked = new ArrayList<>();
    private String capacities = "1\t50\n2\t30\n";
    private int fullFor;

    @Override
    public String mode() {
      return "local";
    }

    @Override
    public int scale() {
      return 1;
    }

    @Override
    public String url() {
      return "http://127.0.0.1:1";
    }

    @Override
    public String sql(MysqlAccount account, String sql) {
      asked.add(account.user() + ": " + sql.strip());
      if (sql.startsWith("SELECT course_id, capacity")) {
        return undivided(sql);
      }
      if (sql.contains("@@GLOBAL.max_connections")) {
        return "500\n";
      }
      if (sql.startsWith("SET GLOBAL max_connections") && fullFor-- > 0) {
        throw new Failure("ERROR 1040: Too many connections");
      }
      if (sql.contains("let in")) {
        throw new Failure("ERROR 1040: Too many connections");
      }
      return "one\ntwo\n";
    }

    // As MySQL does: a line with a third column is of a course that has pools, or of a pool.
    private String undivided(String sql) {
      boolean without = sql.contains("pool_of IS NULL AND NOT EXISTS");
      return capacities
          .lines()
          .filter(line -> !without || line.split("\t").length == 2)
          .map(line -> String.join("\t", List.of(line.split("\t")).subList(0, 2)) + "\n")
          .collect(Collectors.joining());
    }

    @Override
    public String redis(String... arguments) {
      asked.add("redis: " + String.join(" ", arguments));
      return arguments[0].equals("config") ? "maxmemory\n0\n" : "OK\n";
    }

    @Override
    public String redisLines(List<String> commands) {
      return "";
    }

    @Override
    public int verifyQuietly() {
      asked.add("verify");
      return 0;
    }
  }

  private final class FakeParts implements PartOperations {
    private String client = "";

    @Override
    public String perform(Operation.OnParts operation) throws Operator.Unsupported {
      return switch (operation) {
        case ConfineBinlog _ -> throw new Operator.Unsupported("local mode only");
        case Kill _ -> throw new Failure("it does not end");
        default -> operation.words();
      };
    }

    @Override
    public void heal(Runnable settings) {
      settings.run();
    }

    @Override
    public Job administrator(String... options) {
      Path script = folder.resolve("mysql");
      try {
        Files.writeString(script, client);
      } catch (IOException denied) {
        throw new AssertionError(denied);
      }
      return Job.of("sh", script.toString());
    }
  }

  @Test
  void anAnswerIsOneLine() throws Exception {
    assertThat(operations.perform(new Sql("SELECT 1"))).isEqualTo("one two");
    assertThat(servers.asked).containsExactly("root: SELECT 1");
  }

  @Test
  void partsArePerformedByTheirOwnMeans() throws Exception {
    assertThat(operations.perform(new StartWithClock("app-1", 3_600)))
        .isEqualTo("start app-1 3600 s ahead");
  }

  @Test
  void whatFailedIsNamedWithItsOperation() {
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new Kill("redis")))
        .withMessage("kill redis: it does not end");
  }

  @Test
  void theServiceIsToldWhenThereIsNoPlace() throws Exception {
    assertThat(operations.perform(new ConnectAsService())).contains("Too many connections");
  }

  @Test
  void settingsAreSetBackAlsoWhereConnectionsAreFew() throws Exception {
    operations.remember();
    servers.asked.clear();
    servers.fullFor = 2;
    operations.perform(new Heal());
    String back =
        "root: SET GLOBAL max_connections = 500; SET GLOBAL super_read_only = OFF; SET GLOBAL read_only = OFF";
    assertThat(servers.asked).startsWith("redis: config set maxmemory 0", back, back, back);
    assertThat(servers.asked).doesNotContain("verify");
  }

  @Test
  void seatsAreFreedBeforeCapacitiesAreSetBack() throws Exception {
    healAfter("1\t60\n2\t30\n");
    int freed = indexOf("DELETE FROM sugang.enrollment;");
    int back = indexOf("root: UPDATE sugang.course SET capacity = 50 WHERE course_id = 1;");
    assertThat(freed).isNotNegative().isLessThan(back);
    // No instance may run yet, without which nothing is valid.
    assertThat(servers.asked).doesNotContain("verify");
    assertThat(servers.asked.getLast()).doesNotContain("course_id = 2");
  }

  @Test
  void aCourseThatWasDividedIntoPoolsKeepsItsSeats() throws Exception {
    healAfter("1\t0\thas pools\n2\t30\n7\t25\tpool of 1\n8\t25\tpool of 1\n");
    assertThat(servers.asked).noneMatch(sql -> sql.contains("UPDATE sugang.course"));
    assertThat(servers.asked).noneMatch(sql -> sql.contains("DELETE FROM sugang.enrollment"));
  }

  @Test
  void aCourseWhoseSeatsWereInPoolsKeepsThoseThatCameBack() throws Exception {
    servers.capacities = "1\t0\thas pools\n2\t30\n7\t25\tpool of 1\n8\t25\tpool of 1\n";
    healAfter("1\t50\n2\t31\n");
    assertThat(servers.asked)
        .contains("root: UPDATE sugang.course SET capacity = 30 WHERE course_id = 2;");
    assertThat(servers.asked).noneMatch(sql -> sql.contains("course_id = 1;"));
  }

  /** Remembers the seats of before, and heals when these are the capacities. */
  private void healAfter(String capacities) throws Exception {
    operations.remember();
    servers.asked.clear();
    servers.capacities = capacities;
    operations.perform(new Heal());
  }

  private int indexOf(String part) {
    for (int i = 0; i < servers.asked.size(); i++) {
      if (servers.asked.get(i).contains(part)) {
        return i;
      }
    }
    return -1;
  }

  @Test
  void sessionsOfTheServiceEndUntilNoneIsLeft() throws Exception {
    parts.client =
        """
        read set; read select; read more
        printf '3\\t7,8\\n'
        read kill; read kill; read select; read more
        printf '3\\t8\\n'
        read kill; read select; read more
        printf '3\\tnone\\n'
        """;
    assertThat(operations.perform(new EvictService(3))).isEqualTo("2");
  }

  @Test
  void anotherLimitIsAFailure() {
    parts.client = "printf '500\\t7\\n'; cat >/dev/null";
    assertThatIOException()
        .isThrownBy(() -> operations.perform(new EvictService(3)))
        .withMessageContaining("max_connections is 500, not 3");
  }
}
