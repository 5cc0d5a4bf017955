package io.sugang.lab.loadgen;

/** Enrollments that are all refused: {@code POST /api/enrollments}, answered with 409. */
public final class FullCourses implements Traffic {
  private final Requests requests;
  private final long[] students;
  private final long[] courses;
  private final long seed;
  private final Popularity popularity;

  /**
   * @param students at least one; none of them has a seat in {@code courses}
   * @param courses at least one, all of them full
   * @param popularity of as many places
   */
  public FullCourses(
      Requests requests, long[] students, long[] courses, Popularity popularity, long seed) {
    this.requests = requests;
    this.students = students.clone();
    this.courses = courses.clone();
    this.seed = seed;
    this.popularity = popularity;
  }

  @Override
  public byte[] request(long i) {
    long rolled = SplitMix64.roll(seed ^ SplitMix64.roll(i));
    return requests.enrollment(
        students[SplitMix64.below(students.length, SplitMix64.roll(rolled))],
        courses[popularity.place(SplitMix64.unit(rolled))]);
  }

  @Override
  public boolean expects(long i, int status) {
    return status == 409;
  }
}
