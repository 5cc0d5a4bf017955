package io.sugang.lab.rush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sugang.lab.loadgen.Schedule;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class AcknowledgementsTests {
  private static final JsonMapper JSON = new JsonMapper();
  private static final RunClock CLOCK = new RunClock(Instant.parse("2026-11-20T09:00:00Z"), 0);
  private static final RushPlan PLAN =
      new RushPlan(
          URI.create("http://127.0.0.1:1"),
          10,
          2,
          42,
          new Schedule.ClosedLoop(),
          Duration.ofSeconds(1));

  @TempDir Path folder;

  @Test
  void writesOneObjectPerLine() throws Exception {
    Path file = folder.resolve("new/folder/acks.jsonl");
    try (Acknowledgements acknowledgements = new Acknowledgements(file, CLOCK, outcome -> {})) {
      acknowledgements.begin(PLAN);
      acknowledgements.before(3, 1, 2);
      acknowledgements.open();
      acknowledgements.put(
          new RequestOutcome(
              new Pair(7, 8), 201, null, 9L, null, 1_000_000, 2_000_000, 1_500_000_000));
      acknowledgements.put(
          new RequestOutcome(new Pair(7, 9), 409, "COURSE_FULL", null, null, 0, 1_000, 2_000));
      acknowledgements.put(
          new RequestOutcome(new Pair(7, 9), 0, null, null, "a \"quoted\"\nreason", 0, 0, 2_000));
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.subList(0, 5))
        .containsExactly(
            "{\"type\":\"run\",\"startedAt\":\"2026-11-20T09:00:00Z\",\"target\":\"http://127.0.0.1:1\",\"count\":10,\"concurrency\":2,\"seed\":42}",
            "{\"type\":\"before\",\"enrollmentId\":3,\"studentId\":1,\"courseId\":2}",
            "{\"type\":\"answer\",\"at\":\"2026-11-20T09:00:01.500Z\",\"studentId\":7,\"courseId\":8,\"status\":201,\"code\":null,\"enrollmentId\":9,\"dueMicros\":1000,\"sentMicros\":2000,\"endMicros\":1500000}",
            "{\"type\":\"answer\",\"at\":\"2026-11-20T09:00:00.000002Z\",\"studentId\":7,\"courseId\":9,\"status\":409,\"code\":\"COURSE_FULL\",\"enrollmentId\":null,\"dueMicros\":0,\"sentMicros\":1,\"endMicros\":2}",
            "{\"type\":\"answer\",\"at\":\"2026-11-20T09:00:00.000002Z\",\"studentId\":7,\"courseId\":9,\"status\":0,\"code\":null,\"enrollmentId\":null,\"dueMicros\":0,\"sentMicros\":0,\"endMicros\":2,\"error\":\"a \\\"quoted\\\"\\nreason\"}");
    assertThat(lines.get(5)).startsWith("{\"type\":\"end\",\"answers\":3,\"complete\":true,");
    assertThat(lines).hasSize(6);
  }

  @Test
  void keepsWhatManyUsersPutAtTheSameTime() throws Exception {
    Path file = folder.resolve("acks.jsonl");
    Tally tally = new Tally();
    try (Acknowledgements acknowledgements = new Acknowledgements(file, CLOCK, tally::add)) {
      acknowledgements.begin(PLAN);
      acknowledgements.open();
      List<Thread> users = new ArrayList<>();
      for (int user = 0; user < 200; user++) {
        long first = user * 500L;
        users.add(Thread.startVirtualThread(() -> putAll(acknowledgements, first, 500)));
      }
      for (Thread user : users) {
        user.join();
      }
    }
    assertThat(students(file))
        .isEqualTo(
            LongStream.range(0, 100_000).boxed().collect(Collectors.toCollection(TreeSet::new)));
    assertThat(tally.answers()).isEqualTo(100_000);
  }

  @Test
  void anInterruptedUserStillKeepsItsAnswer() throws Exception {
    Path file = folder.resolve("acks.jsonl");
    try (Acknowledgements acknowledgements = new Acknowledgements(file, CLOCK, outcome -> {})) {
      acknowledgements.begin(PLAN);
      acknowledgements.open();
      Thread user =
          Thread.ofVirtual()
              .unstarted(() -> {
                Thread.currentThread().interrupt();
                putAll(acknowledgements, 77, 1);
              });
      user.start();
      user.join();
      acknowledgements.brokenOff();
    }
    assertThat(students(file)).containsExactly(77L);
    assertThat(Files.readAllLines(file).getLast()).contains("\"complete\":false");
  }

  @Test
  void aFileThatCannotBeWrittenIsAFailureAndNotSilence() throws Exception {
    Path full = Path.of("/dev/full");
    assertThat(full).exists();
    Acknowledgements acknowledgements = new Acknowledgements(full, CLOCK, outcome -> {});
    acknowledgements.begin(PLAN);
    acknowledgements.open();
    putAll(acknowledgements, 0, 100_000);
    assertThatThrownBy(acknowledgements::finish)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/dev/full")
        .hasMessageContaining("No space left");
    assertThat(acknowledgements.failed()).isTrue();
  }

  private static void putAll(Acknowledgements acknowledgements, long firstStudent, int number) {
    try {
      for (long student = firstStudent; student < firstStudent + number; student++) {
        acknowledgements.put(
            new RequestOutcome(new Pair(student, 1), 409, "COURSE_FULL", null, null, 0, 1, 2));
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  private static TreeSet<Long> students(Path file) throws IOException {
    TreeSet<Long> students = new TreeSet<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode node = JSON.readTree(line);
      if (node.get("type").asString().equals("answer")) {
        assertThat(students.add(node.get("studentId").asLong())).isTrue();
      }
    }
    return students;
  }
}
