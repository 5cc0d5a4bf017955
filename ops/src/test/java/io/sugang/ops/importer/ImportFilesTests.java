package io.sugang.ops.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parsing of the files and the messages about bad lines, without a server. */
class ImportFilesTests {
  private static final String HEAD = "교과구분,개설대학,개설학과,교과목번호,강좌번호,교과목명,학점,수업교시,정원\n";
  private static final String SOUND = "전필,공과대학,컴퓨터공학과,CSE101,001,프로그래밍기초,3,월(09:30~10:45),60\n";
  private static final String STUDENTS = "학번,이름,이메일,학과,학년,학적,최대학점\n";

  private static final ImportFacts NOTHING = new ImportFacts(Map.of(), Set.of(), Map.of());

  @TempDir private Path folder;

  @Test
  void readsTheExampleOfTheDocuments() {
    ImportFiles files =
        ImportFiles.read(
            Path.of("../docs/example-import"),
            new ImportFacts(Map.of(), Set.of("컴퓨터공학과", "통계학과", "철학과"), Map.of()));

    assertThat(files.bad()).isEmpty();
    assertThat(files.courses()).hasSize(8);
    assertThat(files.students()).hasSize(4);
    assertThat(files.courses().get(2).title()).isEqualTo("컴퓨터공학 특강 (양자 컴퓨팅)");
    assertThat(files.courses().getFirst().capacity()).isEqualTo(60);
    assertThat(files.courses().get(6).status()).isEqualTo("CANCELLED");
    assertThat(files.students().get(2).standing()).isEqualTo("LEAVE");
  }

  @Test
  void tellsEveryBadValueWithItsLine() throws IOException {
    ImportFiles files =
        courses(
            HEAD
                + SOUND
                + ",공과대학,컴퓨터공학과,CSE 102,002,자료구조,x,월(09:30~10:45),99999\n"
                + "전필,공과대학,컴퓨터공학과,CSE103,001,\"알고리즘\",3,월요일,30 (40)\n"
                + "전필,공과대학\n"
                + SOUND);

    assertThat(files.bad())
        .extracting(BadLine::line, BadLine::column, BadLine::value)
        .containsExactlyInAnyOrder(
            tuple(3L, "교과구분", ""),
            tuple(3L, "교과목번호", "CSE 102"),
            tuple(3L, "학점", "x"),
            tuple(3L, "정원", "99999"),
            tuple(4L, "수업교시", "월요일"),
            tuple(4L, "정원", "30 (40)"),
            tuple(5L, "(line)", "2 values"),
            tuple(6L, "강좌번호", "001"));
    assertThat(files.bad())
        .anySatisfy(line ->
            assertThat(line)
                .hasToString("courses.csv:3  학점  \"x\"  allowed: a whole number from 0 to 30"));
    assertThat(files.courses()).hasSize(1);
  }

  @Test
  void countsTheLinesOfAFileAndNotOfARecord() throws IOException {
    ImportFiles files =
        courses(
            "비고," + HEAD + "\"첫 줄\n둘째 줄\"," + SOUND + "한 줄,전필,공과대학,컴퓨터공학과,CSE102,001,자료구조,3,,x\n");

    assertThat(files.bad())
        .extracting(BadLine::line, BadLine::column)
        .containsExactly(tuple(2L, "비고"), tuple(4L, "정원"));
  }

  @Test
  void tellsColumnsThatAreMissingOrUnknown() throws IOException {
    ImportFiles files = courses("교과구분,개설대학,개설학과,교과목번호,강좌번호,교과목명,학점,수업교시,좌석\n" + SOUND);

    assertThat(files.bad()).extracting(BadLine::column).containsExactly("좌석", "정원");
    assertThat(files.courses()).isEmpty();
  }

  @Test
  void readsAFileWithAByteOrderMark() throws IOException {
    assertThat(courses("\uFEFF" + HEAD + SOUND).courses()).hasSize(1);
  }

  @Test
  void tellsAFileOfAnotherCharacterSet() throws IOException {
    Files.writeString(folder.resolve("courses.csv"), HEAD + SOUND, Charset.forName("EUC-KR"));

    assertThat(ImportFiles.read(folder, NOTHING).bad())
        .extracting(BadLine::value)
        .containsExactly("not UTF-8");
  }

  @Test
  void tellsAQuoteThatDoesNotEnd() throws IOException {
    assertThat(courses(HEAD + SOUND + "전필,\"공과대학,컴퓨터공학과\n").bad()).hasSize(1);
  }

  @Test
  void tellsLinesOfOneSubjectThatDiffer() throws IOException {
    ImportFiles files = courses(HEAD + SOUND + "전선,공과대학,전자공학과,CSE101,002,프로그래밍 기초,2,,60\n");

    assertThat(files.bad())
        .extracting(BadLine::column)
        .containsExactly("교과목명", "학점", "교과구분", "개설학과");
  }

  @Test
  void keepsWhatEnrolledStudentsHave() throws IOException {
    var facts =
        new ImportFacts(
            Map.of("CSE101 001", new ImportFacts.StoredSection(61, 2, "1:570-640", 61)),
            Set.of(),
            Map.of());
    Files.writeString(folder.resolve("courses.csv"), HEAD + SOUND);

    assertThat(ImportFiles.read(folder, facts).bad())
        .extracting(BadLine::column, BadLine::allowed)
        .containsExactly(
            tuple("정원", "61 or more: so many are enrolled, in pools or announced"),
            tuple("학점", "2, because 61 are enrolled"),
            tuple("수업교시", "the times of now, because 61 are enrolled"));
  }

  @Test
  void tellsStudentsWhoCannotBe() throws IOException {
    var facts =
        new ImportFacts(
            Map.of(),
            Set.of("철학과"),
            Map.of(
                "2020000001", new ImportFacts.Student("Kim@sugang.example", 12),
                "2020000002", new ImportFacts.Student("lee@sugang.example", 0)));
    Files.writeString(
        folder.resolve("students.csv"),
        STUDENTS
            + "2020000001,김하나,kim@sugang.example,철학과,4,재학,9\n"
            + "2020000003,박하나,lee@sugang.example,철학과,4,재학,18\n"
            + "2020000004,최하나,choi@sugang.example,점성학과,4,재학,18\n"
            + "2020000005,정하나,choi@sugang.example,철학과,7,쉼,18\n"
            + "2020000006,정하나,nobody,철학과,1,재학,\n"
            + "2020000007,한하나,han@sugang.example,철학과,1,재학,\n"
            + "2020000007,한두리,han@sugang.example,철학과,1,재학,\n",
        StandardCharsets.UTF_8);

    ImportFiles files = ImportFiles.read(folder, facts);

    assertThat(files.bad())
        .extracting(BadLine::line, BadLine::column)
        .containsExactlyInAnyOrder(
            tuple(2L, "최대학점"),
            tuple(3L, "이메일"),
            tuple(4L, "학과"),
            tuple(5L, "학년"),
            tuple(5L, "학적"),
            tuple(6L, "이메일"),
            tuple(8L, "학번"),
            tuple(8L, "이메일"));
    assertThat(files.students()).extracting(StudentLine::number).isEqualTo(List.of("2020000007"));
  }

  private ImportFiles courses(String text) throws IOException {
    Files.writeString(folder.resolve("courses.csv"), text);
    return ImportFiles.read(folder, NOTHING);
  }
}
