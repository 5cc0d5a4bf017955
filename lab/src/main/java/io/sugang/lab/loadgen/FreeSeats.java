package io.sugang.lab.loadgen;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Enrollments that are all won: {@code POST /api/enrollments}, answered with 201. Courses are drawn
 * by their {@link Popularity}, and no pair is sent twice. When all students were sent to a course,
 * the next one follows.
 */
public final class FreeSeats implements Traffic {
  private final Requests requests;
  private final long[] students;
  private final long[] courses;
  private final long seed;
  private final Popularity popularity;
  private final AtomicIntegerArray sent;

  /**
   * @param students at least one; none of them has a seat in {@code courses}
   * @param courses at least one, each with seats for all of {@code students}
   * @param popularity of as many places
   */
  public FreeSeats(
      Requests requests, long[] students, long[] courses, Popularity popularity, long seed) {
    this.requests = requests;
    this.students = students.clone();
    this.courses = courses.clone();
    this.seed = seed;
    this.popularity = popularity;
    this.sent = new AtomicIntegerArray(courses.length);
  }

  @Override
  public byte[] request(long i) {
    int wanted = popularity.place(SplitMix64.unit(SplitMix64.roll(seed ^ SplitMix64.roll(i))));
    for (int tried = 0; tried < courses.length; tried++) {
      int place = (wanted + tried) % courses.length;
      int before = sent.getAndIncrement(place);
      if (before < students.length) {
        // Each course begins with another student, so that they do not come in waves.
        int student =
            (before + SplitMix64.below(students.length, SplitMix64.roll(place))) % students.length;
        return requests.enrollment(students[student], courses[place]);
      }
      sent.set(place, students.length);
    }
    throw new IllegalStateException(
        "all %,d pairs of %d students and %d courses were sent: fewer seconds, or more courses"
            .formatted((long) students.length * courses.length, students.length, courses.length));
  }

  @Override
  public boolean expects(long i, int status) {
    return status == 201;
  }
}
