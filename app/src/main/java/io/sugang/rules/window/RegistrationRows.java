package io.sugang.rules.window;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import io.sugang.rules.plan.CourseStatus;
import io.sugang.rules.window.CourseEntry.PoolEntry;
import io.sugang.rules.window.StudentProfile.Program;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;

/** The statements that read windows, audiences, and what they ask about students and courses. */
final class RegistrationRows {
  /** Ids in one statement, at most. */
  private static final int MOST = 256;

  /** Students that {@link #nextStudents} reads, at most. */
  static final int MOST_NEXT = 1_000;

  private static final String WINDOWS =
      "SELECT window_id, term_id, phase, audience_id, opens_at, closes_at, actions"
          + " FROM registration_window";
  private static final String AUDIENCES =
      "SELECT a.audience_id, a.name, r.position, r.grade_from, r.grade_to, r.terms_from,"
          + " r.terms_to, r.number_parity, r.type, r.department_id, r.program_id, r.program_role"
          + " FROM audience a LEFT JOIN audience_row r ON r.audience_id = a.audience_id"
          + " ORDER BY a.audience_id, r.position";
  private static final String ALL_COURSES =
      "SELECT course_id, term_id, audience_id, pool_of, merges_at, status FROM course";
  private static final String COURSES = ALL_COURSES + " WHERE course_id IN (%s)";
  private static final String POOLS = ALL_COURSES + " WHERE pool_of IN (%s)";
  private static final String ALL_STUDENTS =
      "SELECT s.student_id, s.grade, s.terms_completed, RIGHT(s.student_number, 1), s.type,"
          + " s.standing, d.department_id FROM student s"
          + " LEFT JOIN department d ON d.name_ko = s.department WHERE s.student_id ";
  private static final String STUDENTS = ALL_STUDENTS + "IN (%s)";
  private static final String NEXT_STUDENTS =
      ALL_STUDENTS + "BETWEEN ? AND ? ORDER BY s.student_id LIMIT " + MOST_NEXT;
  private static final String PROGRAMS =
      "SELECT sp.student_id, sp.program_id, p.department_id, sp.role FROM student_program sp"
          + " JOIN program p ON p.program_id = sp.program_id WHERE sp.student_id IN (%s)";
  private static final String ODD = "ODD";

  private final JdbcTemplate jdbc;

  RegistrationRows(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Reads windows and audiences; what it has of courses must have been read before. */
  RegistrationCalendar calendar() {
    // In this order: a window that is read has its audience, which is inserted before it.
    List<RegistrationWindow> windows = jdbc.query(WINDOWS, (row, n) -> window(row));
    return new RegistrationCalendar(windows, audiences());
  }

  private static RegistrationWindow window(ResultSet row) throws SQLException {
    Set<RegistrationAction> actions = EnumSet.noneOf(RegistrationAction.class);
    String phase = row.getString(3);
    List<String> named = List.of(row.getString(7).split(","));
    for (RegistrationAction action : RegistrationAction.values()) {
      if (named.contains(action.name())
          || action == RegistrationAction.BASKET && phase.equals(action.name())) {
        actions.add(action);
      }
    }
    return new RegistrationWindow(
        row.getLong(1),
        row.getLong(2),
        phase,
        number(row, 4),
        instant(row, 5),
        instant(row, 6),
        actions);
  }

  private List<Audience> audiences() {
    Map<Long, Audience> audiences = new HashMap<>();
    jdbc.query(
        AUDIENCES,
        (RowCallbackHandler)
            row -> {
              Audience audience =
                  audiences.computeIfAbsent(
                      row.getLong(1), id -> new Audience(id, name(row), new ArrayList<>()));
              // Without rows the join has one without a position.
              if (number(row, 3) != null) {
                audience.rows().add(audienceRow(row));
              }
            });
    return List.copyOf(audiences.values());
  }

  private static String name(ResultSet row) {
    try {
      return row.getString(2);
    } catch (SQLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static AudienceRow audienceRow(ResultSet row) throws SQLException {
    String parity = row.getString(8);
    return new AudienceRow(
        whole(row, 4),
        whole(row, 5),
        whole(row, 6),
        whole(row, 7),
        parity == null ? null : parity.equals(ODD),
        row.getString(9),
        number(row, 10),
        number(row, 11),
        row.getString(12));
  }

  /** Reads all courses and pools. */
  Collection<CourseEntry> courses() {
    CourseEntries entries = new CourseEntries();
    jdbc.query(ALL_COURSES, entries);
    return entries.all().values();
  }

  /** Reads courses by id, with their pools; unknown ones are missing. */
  Map<SeatsId, CourseEntry> courses(Collection<SeatsId> seatsIds) {
    List<Long> ids = seatsIds.stream().map(SeatsId::value).toList();
    CourseEntries entries = new CourseEntries();
    inGroups(COURSES, ids, entries);
    inGroups(POOLS, ids, entries);
    return entries.all();
  }

  /** Courses and pools that were read; a pool is an entry too, because a cancel asks about it. */
  private static final class CourseEntries implements RowCallbackHandler {
    private final Map<SeatsId, CourseEntry> read = new HashMap<>();
    private final Map<SeatsId, SortedMap<SeatsId, PoolEntry>> pools = new HashMap<>();

    @Override
    public void processRow(ResultSet row) throws SQLException {
      SeatsId id = new SeatsId(row.getLong(1));
      Long poolOf = number(row, 4);
      read.put(
          id,
          new CourseEntry(
              id,
              number(row, 2),
              number(row, 3),
              CourseStatus.valueOf(row.getString(6)),
              List.of()));
      if (poolOf != null) {
        pools
            .computeIfAbsent(new SeatsId(poolOf), course -> new TreeMap<>())
            .put(id, new PoolEntry(id, number(row, 3), merge(row)));
      }
    }

    private static @Nullable Instant merge(ResultSet row) throws SQLException {
      LocalDateTime utc = row.getObject(5, LocalDateTime.class);
      return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
    }

    Map<SeatsId, CourseEntry> all() {
      pools.forEach((seatsId, ofCourse) ->
          read.computeIfPresent(
              seatsId,
              (id, course) ->
                  new CourseEntry(
                      id,
                      course.termId(),
                      course.audienceId(),
                      course.status(),
                      List.copyOf(ofCourse.values()))));
      return read;
    }
  }

  /** Reads students by id; unknown ones are missing. */
  Map<StudentId, StudentProfile> students(Collection<StudentId> ids, boolean withPrograms) {
    Map<StudentId, List<Program>> programs = withPrograms ? programs(ids) : Map.of();
    Map<StudentId, StudentProfile> students = new HashMap<>();
    inGroups(
        STUDENTS,
        ids.stream().map(StudentId::value).toList(),
        row -> {
          StudentId id = new StudentId(row.getLong(1));
          students.put(id, student(row, programs.getOrDefault(id, List.of())));
        });
    return students;
  }

  /** Reads students in the order of their ids, from {@code first} on. */
  List<StudentProfile> nextStudents(long first, boolean withPrograms) {
    List<StudentProfile> students =
        jdbc.query(
            NEXT_STUDENTS, (row, n) -> student(row, List.of()), first, Ids.RESERVED_FROM - 1);
    if (!withPrograms) {
      return students;
    }
    Map<StudentId, List<Program>> programs =
        programs(students.stream().map(StudentProfile::studentId).toList());
    return students.stream()
        .map(student -> student.with(programs.getOrDefault(student.studentId(), List.of())))
        .toList();
  }

  private static StudentProfile student(ResultSet row, List<Program> programs) throws SQLException {
    int digit = Character.digit(row.getString(4).charAt(0), 10);
    return new StudentProfile(
        new StudentId(row.getLong(1)),
        row.getInt(2),
        row.getInt(3),
        digit < 0 ? null : digit,
        row.getString(5),
        row.getString(6),
        number(row, 7),
        programs);
  }

  private Map<StudentId, List<Program>> programs(Collection<StudentId> studentIds) {
    Map<StudentId, List<Program>> programs = new HashMap<>();
    inGroups(
        PROGRAMS,
        studentIds.stream().map(StudentId::value).toList(),
        row ->
            programs
                .computeIfAbsent(new StudentId(row.getLong(1)), id -> new ArrayList<>())
                .add(new Program(row.getLong(2), row.getLong(3), row.getString(4))));
    return programs;
  }

  private void inGroups(String statement, Collection<Long> ids, RowCallbackHandler each) {
    inGroups(jdbc, statement, ids, each);
  }

  /** Runs a statement for some ids at a time; it has one {@code %s} for their placeholders. */
  static void inGroups(
      JdbcTemplate jdbc, String statement, Collection<Long> ids, RowCallbackHandler each) {
    inGroups(jdbc, statement, 1, ids, each);
  }

  /**
   * Runs a statement for some ids at a time.
   *
   * @param lists how many times the statement has the placeholders of the ids, one after the other
   */
  static void inGroups(
      JdbcTemplate jdbc,
      String statement,
      int lists,
      Collection<Long> ids,
      RowCallbackHandler each) {
    List<Long> all = List.copyOf(ids);
    for (int from = 0; from < all.size(); from += MOST) {
      Object[] group = padded(all.subList(from, Math.min(from + MOST, all.size())));
      String placeholders = String.join(",", Collections.nCopies(group.length, "?"));
      Object[] values =
          Collections.nCopies(lists, group).stream().flatMap(Arrays::stream).toArray();
      jdbc.query(statement.formatted(placeholders), each, values);
    }
  }

  // As many placeholders as a power of two: few statements to prepare. The last id fills up.
  private static Object[] padded(List<Long> ids) {
    List<Long> values = new ArrayList<>(ids);
    int width = Math.max(1, Integer.highestOneBit(values.size() * 2 - 1));
    while (values.size() < width) {
      values.add(values.getLast());
    }
    return values.toArray();
  }

  private static @Nullable Long number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  private static @Nullable Integer whole(ResultSet row, int column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
