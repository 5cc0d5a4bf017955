package io.sugang.ops.importer;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A sound line of {@code courses.csv}. */
record CourseLine(
    long line,
    String college,
    String department,
    String classification,
    String code,
    String sectionNo,
    String subjectTitle,
    String title,
    int credits,
    String professor,
    int capacity,
    String language,
    String status,
    String remark,
    List<Meeting> meetings) {

  static final String FILE = "courses.csv";
  static final int MOST_SEATS = 10_000;

  /** In the order of the university's own export. */
  static final List<String> REQUIRED =
      List.of("교과구분", "개설대학", "개설학과", "교과목번호", "강좌번호", "교과목명", "학점", "수업교시", "정원");

  // The last ones of these are in the export and say nothing that is imported.
  static final List<String> OPTIONAL =
      List.of(
          "부제명",
          "강의실",
          "주담당교수",
          "비고",
          "강의언어",
          "개설상태",
          "이수과정",
          "학년",
          "강의",
          "실습",
          "수업형태",
          "장바구니신청",
          "신입생장바구니신청",
          "재학생장바구니신청",
          "수강신청인원");

  private static final Map<String, String> STATUS =
      Map.of("설강", "OPEN", "마감", "CLOSED", "폐강", "CANCELLED");

  // In brackets: how many of the seats are for students who are not new.
  private static final Pattern SEATS = Pattern.compile("([0-9]+)(?:\\s*\\(([0-9]+)\\))?");

  static CourseLine of(CsvRow row) {
    String subjectTitle = row.text("교과목명", 1, 128);
    String subtitle = row.text("부제명", 0, 64);
    String title = subtitle.isEmpty() ? subjectTitle : "%s (%s)".formatted(subjectTitle, subtitle);
    if (title.length() > 128) {
      row.refuse("부제명", "at most 128 characters together with 교과목명");
    }
    String professor = row.text("주담당교수", 0, 64);
    return new CourseLine(
        row.line(),
        row.text("개설대학", 1, 64),
        row.text("개설학과", 1, 64),
        row.text("교과구분", 1, 16),
        row.code("교과목번호", 16),
        row.code("강좌번호", 8),
        subjectTitle,
        title,
        row.number("학점", 0, 30),
        professor.isEmpty() ? "미정" : professor,
        seats(row),
        row.text("강의언어", 0, 16),
        row.word("개설상태", STATUS, "OPEN"),
        row.text("비고", 0, 255),
        meetings(row));
  }

  private static int seats(CsvRow row) {
    Matcher seats = SEATS.matcher(row.raw("정원"));
    if (!seats.matches()) {
      row.refuse("정원", "a number of seats from 0 to %d, as 140 or 140 (120)".formatted(MOST_SEATS));
      return 0;
    }
    int all = row.within("정원", seats.group(1), 0, MOST_SEATS);
    if (seats.group(2) != null) {
      row.within("정원", seats.group(2), 0, all);
    }
    return all;
  }

  private static List<Meeting> meetings(CsvRow row) {
    try {
      return Meeting.parse(row.raw("수업교시"), row.raw("강의실"));
    } catch (IllegalArgumentException wrong) {
      String allowed = String.valueOf(wrong.getMessage());
      row.refuse(allowed.contains("room") ? "강의실" : "수업교시", allowed);
      return List.of();
    }
  }

  /** Returns what a section is found by. */
  String section() {
    return code + " " + sectionNo;
  }
}
