package io.sugang.ops.importer;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sound line of {@code students.csv}.
 *
 * @param termsCompleted null leaves it as it is, 0 for a new student
 * @param admissionYear null leaves it as it is
 * @param creditLimit null leaves it as it is; a new student then has that of the term's rule
 */
record StudentLine(
    long line,
    String number,
    String name,
    String email,
    String department,
    int grade,
    String standing,
    String type,
    @Nullable Integer termsCompleted,
    @Nullable Integer admissionYear,
    @Nullable Integer creditLimit) {

  static final String FILE = "students.csv";
  static final List<String> REQUIRED = List.of("학번", "이름", "이메일", "학과", "학년");
  static final List<String> OPTIONAL = List.of("학적", "학생구분", "이수학기", "입학년도", "최대학점");

  private static final Map<String, String> STANDING =
      Map.of("재학", "ENROLLED", "휴학", "LEAVE", "제적", "LEFT", "자퇴", "LEFT", "졸업", "GRADUATED");
  private static final Map<String, String> TYPE =
      Map.of(
          "일반", "REGULAR", "신입", "FRESHMAN", "편입", "TRANSFER", "교환", "EXCHANGE", "대학원", "GRADUATE");

  static StudentLine of(CsvRow row) {
    String email = row.text("이메일", 3, 128);
    if (!email.isEmpty() && !email.matches("[^@\\s]+@[^@\\s]+")) {
      row.refuse("이메일", "an address, as name@university.example");
    }
    return new StudentLine(
        row.line(),
        row.code("학번", 16),
        row.text("이름", 1, 64),
        email,
        row.text("학과", 1, 64),
        row.number("학년", 1, 6),
        row.word("학적", STANDING, "ENROLLED"),
        row.word("학생구분", TYPE, "REGULAR"),
        row.optionalNumber("이수학기", 0, 40),
        row.optionalNumber("입학년도", 1900, 2999),
        row.optionalNumber("최대학점", 0, 60));
  }
}
