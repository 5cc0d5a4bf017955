package io.sugang.lab.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The planned requests of a run, the same for the same seed: some courses are requested far more
 * than others, so many fill and some do not.
 */
final class PlannedRequests {
  // One course for so many requests: with 50 seats and the skew below about half of the courses
  // fill.
  private static final int WISHES_PER_COURSE = 70;
  private static final double CANCEL = 0.08;
  private static final double AGAIN = 0.5;
  private static final double IMPATIENT = 0.03;
  private static final double TWICE = 0.03;
  private static final double KEYED = 0.5;

  private PlannedRequests() {}

  /**
   * @param kept so many keep the seat as drawn; later winners give it back
   */
  static List<PlannedRequest> draw(
      long seed, int count, int kept, long[] students, long[] courses) {
    SplittableRandom random = new SplittableRandom(seed);
    int asked = Math.clamp(count / WISHES_PER_COURSE, 1, courses.length);
    List<PlannedRequest> plannedRequests = new ArrayList<>(count);
    for (int number = 0; number < count; number++) {
      double skewed = random.nextDouble();
      long course = courses[(int) (asked * skewed * skewed)];
      long student = students[random.nextInt(students.length)];
      PlannedRequest.Then then = PlannedRequest.Then.KEEP;
      if (random.nextDouble() < CANCEL) {
        then =
            random.nextDouble() < AGAIN
                ? PlannedRequest.Then.CANCEL_AND_ENROLL_AGAIN
                : PlannedRequest.Then.CANCEL;
      } else if (number >= kept) {
        then = PlannedRequest.Then.CANCEL;
      }
      plannedRequests.add(
          new PlannedRequest(
              number,
              student,
              course,
              then,
              random.nextDouble() < IMPATIENT,
              random.nextDouble() < TWICE,
              random.nextDouble() < KEYED));
    }
    return plannedRequests;
  }
}
