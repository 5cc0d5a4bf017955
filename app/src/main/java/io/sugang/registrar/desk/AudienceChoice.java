package io.sugang.registrar.desk;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Students whom the desk chooses: those who fit one value of each column. An empty set fits all.
 *
 * @param parity ODD or EVEN, of the last digit of the student number
 * @param departments ids
 * @param types of students, as the table has them
 */
record AudienceChoice(
    SortedSet<Integer> grades,
    @Nullable String parity,
    SortedSet<Long> departments,
    SortedSet<String> types) {

  /** Rows of one audience, at most: instances read all of them once a second. */
  static final int MOST_ROWS = 200;

  // Ids from here on are the desk's. Those of seed and import are far below.
  private static final long FIRST_ID = 1L << 48;

  boolean isEmpty() {
    return grades.isEmpty() && parity == null && departments.isEmpty() && types.isEmpty();
  }

  /** Returns the number of rows that {@link #rows} has. */
  long size() {
    return (long) Math.max(1, ranges().size())
        * Math.max(1, departments.size())
        * Math.max(1, types.size());
  }

  /** Returns the rows of the audience: a student of it fits one. */
  List<AudienceColumns> rows() {
    List<AudienceColumns> rows = new ArrayList<>();
    for (@Nullable GradeRange range : orAll(ranges())) {
      for (@Nullable Long department : orAll(departments)) {
        for (@Nullable String type : orAll(types)) {
          rows.add(
              new AudienceColumns(
                  range == null ? null : range.from,
                  range == null ? null : range.to,
                  null,
                  null,
                  parity,
                  type,
                  department,
                  null,
                  null));
        }
      }
    }
    return rows;
  }

  private static <T> Collection<@Nullable T> orAll(Collection<T> values) {
    List<@Nullable T> all = new ArrayList<>(values);
    if (all.isEmpty()) {
      all.add(null);
    }
    return all;
  }

  /** Grades without a gap. */
  record GradeRange(int from, int to) {}

  /** Returns the grades as ranges, in their order. */
  List<GradeRange> ranges() {
    List<GradeRange> ranges = new ArrayList<>();
    for (int grade : grades) {
      if (!ranges.isEmpty() && ranges.getLast().to == grade - 1) {
        ranges.set(ranges.size() - 1, new GradeRange(ranges.getLast().from, grade));
      } else {
        ranges.add(new GradeRange(grade, grade));
      }
    }
    return ranges;
  }

  /**
   * Returns the id of the audience that is made of this choice: equal choices have one. So two
   * registrars who choose the same at once insert the same key, and the second one finds the first
   * one's audience.
   */
  long id() {
    String content = "%s %s %s %s".formatted(grades, parity, departments, types);
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return FIRST_ID + (ByteBuffer.wrap(hash).getLong() >>> 16);
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("Every JDK has SHA-256", missing);
    }
  }
}
