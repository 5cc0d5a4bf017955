package io.sugang.ops.importer;

/** Why the import refuses a line, as it was judged behind the locks of plans and courses. */
enum Refusal {
  TIMES(
      CourseLine.FILE,
      "수업교시",
      "the times of now, because %d students are enrolled; cancel their enrollments first"),
  CREDITS(
      CourseLine.FILE,
      "학점",
      "the credits of now, because %d students are enrolled; cancel their enrollments first"),
  STATUS(
      CourseLine.FILE,
      "개설상태",
      "not 폐강, because %d students are enrolled; cancel the course at the desk, which drops and notifies them"),
  SEATS(CourseLine.FILE, "정원", "%d or more: so many are enrolled, in pools or announced"),
  LIMIT(
      StudentLine.FILE,
      "최대학점",
      "%d or more: the plan has so many; cancel enrollments of the student first"),
  STANDING(
      StudentLine.FILE,
      "학적",
      "재학, because the student holds %d courses of the term; cancel these enrollments first"),
  AUDIENCE(
      StudentLine.FILE,
      "학과",
      "facts with which the student stays in the audience of held courses; %d are for others then; cancel these enrollments first");

  private final String file;
  private final String column;
  private final String allowed;

  Refusal(String file, String column, String allowed) {
    this.file = file;
    this.column = column;
    this.allowed = allowed;
  }

  /**
   * Returns the line as it is reported.
   *
   * @param subject code and number of the course, or number of the student
   * @param number of students, courses, seats or credits
   */
  BadLine line(long line, String subject, int number) {
    return new BadLine(file, line, column, subject, allowed.formatted(number));
  }
}
