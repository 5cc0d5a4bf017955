package io.sugang.lab.loadgen;

/** Students, each as likely as the other: {@code GET /api/students/ID}, answered with 200. */
public final class StudentReads implements Traffic {
  private final Requests requests;
  private final long[] students;
  private final long seed;

  /**
   * @param students at least one, all of whom exist
   */
  public StudentReads(Requests requests, long[] students, long seed) {
    this.requests = requests;
    this.students = students.clone();
    this.seed = seed;
  }

  @Override
  public byte[] request(long i) {
    return requests.student(
        students[SplitMix64.below(students.length, SplitMix64.roll(seed ^ SplitMix64.roll(i)))]);
  }

  @Override
  public boolean expects(long i, int status) {
    return status == 200;
  }
}
