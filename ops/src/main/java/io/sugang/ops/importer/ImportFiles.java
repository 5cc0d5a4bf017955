package io.sugang.ops.importer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lines of both files, and everything in them that is not allowed.
 *
 * @param bad in the order of the files and lines
 */
record ImportFiles(List<CourseLine> courses, List<StudentLine> students, List<BadLine> bad) {

  /** Reads the files of a folder that are there, and compares them with the database. */
  static ImportFiles read(Path folder, ImportFacts facts) {
    List<BadLine> bad = new ArrayList<>();
    List<CourseLine> courses = courses(folder.resolve(CourseLine.FILE), facts, bad);
    Set<String> departments = new HashSet<>(facts.departments());
    courses.forEach(course -> departments.add(course.department()));
    List<StudentLine> students =
        students(folder.resolve(StudentLine.FILE), facts, departments, bad);
    bad.sort(Comparator.comparing(BadLine::file).thenComparing(BadLine::line));
    return new ImportFiles(courses, students, bad);
  }

  private static List<CourseLine> courses(Path file, ImportFacts facts, List<BadLine> bad) {
    List<CourseLine> courses = new ArrayList<>();
    if (!Files.exists(file)) {
      return courses;
    }
    Map<String, CourseLine> subjects = new HashMap<>();
    Map<String, Long> sections = new HashMap<>();
    for (CsvRow row : CsvTable.read(file, CourseLine.REQUIRED, CourseLine.OPTIONAL, bad).rows()) {
      CourseLine course = CourseLine.of(row);
      if (!row.sound()) {
        continue;
      }
      Long earlier = sections.putIfAbsent(course.section(), course.line());
      if (earlier != null) {
        row.refuse("강좌번호", "each number of a subject once; line %d has it".formatted(earlier));
      }
      sameSubject(row, course, subjects.putIfAbsent(course.code(), course));
      ImportFacts.StoredSection kept = facts.sections().get(course.section());
      if (kept != null) {
        fits(row, course, kept);
      }
      if (row.sound()) {
        courses.add(course);
      }
    }
    return courses;
  }

  private static void sameSubject(CsvRow row, CourseLine course, @Nullable CourseLine first) {
    if (first == null) {
      return;
    }
    String allowed = "the same for all lines of one subject; line %d has \"%s\"";
    if (!first.subjectTitle().equals(course.subjectTitle())) {
      row.refuse("교과목명", allowed.formatted(first.line(), first.subjectTitle()));
    }
    if (first.credits() != course.credits()) {
      row.refuse("학점", allowed.formatted(first.line(), first.credits()));
    }
    if (!first.classification().equals(course.classification())) {
      row.refuse("교과구분", allowed.formatted(first.line(), first.classification()));
    }
    if (!first.department().equals(course.department())) {
      row.refuse("개설학과", allowed.formatted(first.line(), first.department()));
    }
  }

  // Plans hold the credits and times of their courses, so these stay while a plan has the course.
  private static void fits(CsvRow row, CourseLine course, ImportFacts.StoredSection kept) {
    if (course.capacity() < kept.leastCapacity()) {
      row.refuse(
          "정원",
          "%d or more: so many are enrolled, in pools or announced"
              .formatted(kept.leastCapacity()));
    }
    if (kept.enrolled() > 0 && course.credits() != kept.credits()) {
      row.refuse("학점", "%d, because %d are enrolled".formatted(kept.credits(), kept.enrolled()));
    }
    if (kept.enrolled() > 0 && !Meeting.times(course.meetings()).equals(kept.times())) {
      row.refuse("수업교시", "the times of now, because %d are enrolled".formatted(kept.enrolled()));
    }
  }

  private static List<StudentLine> students(
      Path file, ImportFacts facts, Set<String> departments, List<BadLine> bad) {
    List<StudentLine> students = new ArrayList<>();
    if (!Files.exists(file)) {
      return students;
    }
    Map<String, Long> numbers = new HashMap<>();
    Map<String, String> owners = new HashMap<>();
    facts.students().forEach((number, kept) -> owners.put(address(kept.email()), number));
    Map<String, Long> emails = new HashMap<>();
    for (CsvRow row : CsvTable.read(file, StudentLine.REQUIRED, StudentLine.OPTIONAL, bad).rows()) {
      StudentLine student = StudentLine.of(row);
      if (!row.sound()) {
        continue;
      }
      Long sameNumber = numbers.putIfAbsent(student.number(), student.line());
      if (sameNumber != null) {
        row.refuse("학번", "each number once; line %d has it".formatted(sameNumber));
      }
      Long sameEmail = emails.putIfAbsent(address(student.email()), student.line());
      String owner = owners.getOrDefault(address(student.email()), student.number());
      if (sameEmail != null) {
        row.refuse("이메일", "each address once; line %d has it".formatted(sameEmail));
      } else if (!owner.equals(student.number())) {
        row.refuse("이메일", "an address that is free; student %s has it".formatted(owner));
      }
      if (!departments.contains(student.department())) {
        row.refuse("학과", "a department of the database or of " + CourseLine.FILE);
      }
      ImportFacts.Student kept = facts.students().get(student.number());
      Integer limit = student.creditLimit();
      if (kept != null && limit != null && limit < kept.credits()) {
        row.refuse("최대학점", "%d or more: the plan has so many".formatted(kept.credits()));
      }
      if (row.sound()) {
        students.add(student);
      }
    }
    return students;
  }

  // As MySQL's collation compares addresses.
  private static String address(String email) {
    return email.toLowerCase(Locale.ROOT);
  }
}
