package io.sugang.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that clients got, against the rows that are there. */
class AcknowledgedIntegrationTests {
  private static final String RUN =
      """
      {"type":"run","startedAt":"2026-11-20T00:00:00Z","target":"http://127.0.0.1:8080","count":9,"seed":1}\
      """;

  private static final String END = "{\"type\":\"end\"}";

  private final Campus campus = new Campus();

  @TempDir private Path folder;

  @AfterEach
  void close() {
    campus.close();
  }

  @Test
  void everyAnswerARowAndEveryRowAnAnswer() throws IOException {
    var before = campus.enroll(9, 3);
    var first = campus.enroll(1, 1);
    var second = campus.enroll(2, 1);

    var finding =
        judge(
            RUN, before(before, 9, 3), won(first, 1, 1), won(second, 2, 1), answer(3, 1, 409), END);

    assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding.sentence())
        .isEqualTo("2 answers 201 are rows; of 3 rows 2 were acknowledged, 1 existed before");
  }

  @Test
  void anAcknowledgedEnrollmentWithoutARowIsViolated() throws IOException {
    assertViolated(
        judge(RUN, won(7, 1, 1), END),
        "student 1 in course 1: enrollment 7 was acknowledged and is no row");
  }

  @Test
  void theFindingHasTheTimeOfTheFirstEnrollmentThatIsLost() throws IOException {
    String later = won(8, 2, 1).replace("00:00:01Z", "00:00:05Z");
    assertThat(judge(RUN, later, won(7, 1, 1), END).sentence())
        .startsWith(
            "2 acknowledged enrollments are no row (the first was answered at 2026-11-20T00:00:01Z), ");
  }

  @Test
  void anEnrollmentFromBeforeThatIsGoneIsViolated() throws IOException {
    assertViolated(
        judge(RUN, before(7, 1, 1), END),
        "student 1 in course 1: enrollment 7 existed before the run and is gone");
  }

  @Test
  void aRowUnderAnotherIdIsViolated() throws IOException {
    var row = campus.enroll(1, 1);

    assertViolated(
        judge(RUN, won(row + 100, 1, 1), END),
        "student 1 in course 1: acknowledged as enrollment 101, the row is 1");
  }

  @Test
  void rowsOfStudentsWhoDidNotTakePartAreNotJudged() throws IOException {
    campus.enroll(1, 1);
    var row = campus.enroll(2, 1);
    campus.enroll(3, 1);

    var finding =
        judge(RUN, "{\"type\":\"from\",\"studentId\":2}", won(row, 2, 1), answer(3, 1, 503), END);

    assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding.sentence()).startsWith("1 answers 201 are rows; of 2 rows 1 were");
    assertViolated(
        judge(RUN, "{\"type\":\"from\",\"studentId\":2}", won(row, 2, 1), answer(3, 1, 409), END),
        "student 3 in course 1: enrollment 3 is a row and was never acknowledged");
  }

  @Test
  void aSeatThatTheLoadNeverAskedForIsNotJudged() throws IOException {
    var row = campus.enroll(1, 1);
    campus.enroll(1, 2);
    campus.enroll(7, 1);

    var finding = judge(RUN, won(row, 1, 1), END);

    assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding.sentence())
        .startsWith("1 answers 201 are rows; of 1 rows 1 were")
        .endsWith("2 rows of later, or of pairs that the load never asked for, are not judged");
  }

  @Test
  void whatStudentsDoAfterTheLastAnswerIsNotJudged() throws IOException {
    var kept = campus.enroll(1, 1);
    var cancelled = campus.enroll(2, 1);
    var ended = Instant.now().toString();
    campus.enroll(3, 1);
    campus.mysql.update(
        "UPDATE enrollment SET enrolled_at = UTC_TIMESTAMP(6) + INTERVAL 10 SECOND WHERE student_id = 3");
    campus.mysql.update("DELETE FROM enrollment WHERE enrollment_id = ?", cancelled);
    String[] lines = {
      RUN,
      won(kept, 1, 1),
      won(cancelled, 2, 1),
      answer(3, 1, 409),
      "{\"type\":\"end\",\"endedAt\":\"%s\"}".formatted(ended)
    };
    assertViolated(
        judge(lines), "student 2 in course 1: enrollment 2 was acknowledged and is no row");

    campus.event("CANCEL", cancelled, 2, 1);
    campus.mysql.update(
        "UPDATE audit_event SET at = at + INTERVAL 10 SECOND WHERE action = 'CANCEL'");
    assertThat(judge(lines).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void aRowThatNobodyWasToldOfIsViolated() throws IOException {
    campus.enroll(1, 1);

    assertViolated(
        judge(RUN, answer(1, 1, 409), answer(2, 1, 0), answer(1, 2, 503), END),
        "student 1 in course 1: enrollment 1 is a row and was never acknowledged");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 503, 502})
  void aRowWhoseClientGotNoClearAnswerIsInDoubt(int status) throws IOException {
    campus.enroll(1, 1);

    var finding = judge(RUN, answer(1, 1, status), END);

    assertThat(finding.verdict()).isEqualTo(Verdict.VALID);
    assertThat(finding.sentence()).contains("1 are unacknowledged but in doubt");
  }

  @Test
  void noAnswerAndNoRowIsFine() throws IOException {
    assertThat(judge(RUN, answer(1, 1, 0), END).verdict()).isEqualTo(Verdict.VALID);
  }

  @Test
  void oneSeatAcknowledgedAsTwoEnrollmentsIsViolated() throws IOException {
    var row = campus.enroll(1, 1);

    assertViolated(
        judge(RUN, won(row, 1, 1), won(55, 1, 1), END),
        "student 1 in course 1 was acknowledged twice, as enrollment 1 and as 55");
  }

  @Test
  void theSameAnswerTwiceIsFine() throws IOException {
    var row = campus.enroll(1, 1);

    assertThat(judge(RUN, won(row, 1, 1), answer(1, 1, 0), won(row, 1, 1), END).verdict())
        .isEqualTo(Verdict.VALID);
  }

  @Test
  void anAnswer201WithoutIdIsViolated() throws IOException {
    assertViolated(judge(RUN, answer(1, 1, 201), END), "201 without an enrollmentId");
  }

  @Test
  void answersOfWarmUpAreLeftOut() throws IOException {
    assertThat(judge(RUN, won(7, 9_007_199_254_000_001L, 1), END).verdict())
        .isEqualTo(Verdict.VALID);
  }

  @Test
  void aRunThatWasBrokenOffLeavesUnknownWhoWasTold() throws IOException {
    campus.enroll(1, 1);

    assertThat(judge(RUN, "{\"type\":\"end\",\"complete\":false}").verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aRunThatWasBrokenOffStillShowsLostRows() throws IOException {
    assertViolated(judge(RUN, won(7, 1, 1), "{\"type\":\"end\",\"complete\":false}"), "is no row");
  }

  static List<List<String>> filesThatCannotBeTrusted() {
    return List.of(
        List.of("cut off after line 0"),
        List.of("cut off after line 2", RUN, won(1, 1, 1)),
        List.of("line 2", RUN, "{\"type\":\"answer\",\"studentId\":1,\"cour"),
        List.of("line 2", RUN, "[]", END),
        List.of("line 2", RUN, "null", END),
        List.of("line 2", RUN, "", END),
        List.of("line 2", RUN, END + END),
        List.of("line 2", RUN, "{\"type\":\"surprise\"}", END),
        List.of("line 2", RUN, "{}", END),
        List.of(
            "line 2 of the acknowledgements has no studentId",
            RUN,
            "{\"type\":\"answer\",\"courseId\":1,\"status\":409}",
            END),
        List.of("no status", RUN, "{\"type\":\"answer\",\"studentId\":1,\"courseId\":1}", END),
        List.of(
            "no enrollmentId", RUN, "{\"type\":\"before\",\"studentId\":1,\"courseId\":1}", END),
        List.of("line 1", won(1, 1, 1), END),
        List.of("line 2", RUN, RUN, END),
        List.of("line 3", RUN, END, END),
        List.of("line 2", RUN, "{\"type\":\"end\",\"answers\":4}"));
  }

  @ParameterizedTest
  @MethodSource("filesThatCannotBeTrusted")
  void aFileThatCannotBeTrustedIsUnknown(List<String> said) throws IOException {
    var finding = judge(said.subList(1, said.size()).toArray(String[]::new));

    assertThat(finding.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(finding.sentence()).contains(said.getFirst());
  }

  @Test
  void bytesThatAreNoTextAreUnknown() throws IOException {
    var file = folder.resolve("acks.jsonl");
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 10});

    assertThat(judge(file).verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"valid,0", "violated,1", "cut,2"})
  void theExitStatusFollows(String kind, int status) throws IOException {
    var row = campus.enroll(1, 1);
    var file =
        switch (kind) {
          case "valid" -> file(RUN, won(row, 1, 1), END);
          case "violated" -> file(RUN, won(row, 1, 1), won(8, 8, 1), END);
          default -> file(RUN, won(row, 1, 1));
        };

    assertThat(campus.verify("--acks", file.toString()).exitStatus()).isEqualTo(status);
  }

  private static String before(long enrollmentId, long studentId, long courseId) {
    return "{\"type\":\"before\",\"enrollmentId\":%d,\"studentId\":%d,\"courseId\":%d}"
        .formatted(enrollmentId, studentId, courseId);
  }

  private static String won(long enrollmentId, long studentId, long courseId) {
    return line(studentId, courseId, 201, Long.toString(enrollmentId));
  }

  private static String answer(long studentId, long courseId, int status) {
    return line(studentId, courseId, status, "null");
  }

  private static String line(long studentId, long courseId, int status, String enrollmentId) {
    return """
    {"type":"answer","at":"2026-11-20T00:00:01Z","studentId":%d,"courseId":%d,"status":%d,"code":null,"enrollmentId":%s,"dueMicros":1,"sentMicros":2,"endMicros":3,"error":"any"}\
    """
        .formatted(studentId, courseId, status, enrollmentId);
  }

  private static void assertViolated(Finding finding, String example) {
    assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.VIOLATED);
    assertThat(finding.examples()).anySatisfy(shown -> assertThat(shown).contains(example));
  }

  private Finding judge(String... lines) throws IOException {
    return judge(file(lines));
  }

  private Finding judge(Path file) {
    return campus.finding("acknowledged", file);
  }

  private Path file(String... lines) throws IOException {
    return Files.write(folder.resolve("acks.jsonl"), List.of(lines));
  }
}
