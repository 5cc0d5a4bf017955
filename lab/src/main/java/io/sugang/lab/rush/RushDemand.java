package io.sugang.lab.rush;

import io.sugang.lab.loadgen.Popularity;
import io.sugang.lab.loadgen.SplitMix64;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * The requests of a rush. Request {@code i} is always for the same pair, in any order of sending,
 * because the pair is a pure function of the seed, the ids and {@code i}.
 *
 * <p>The courses of a shuffled list are drawn by their {@link Popularity}. One request in fifty is
 * a second click: it repeats a pair of shortly before.
 */
final class RushDemand {

  private static final int SECOND_CLICK_EVERY = 50;
  private static final int SECOND_CLICK_WITHIN = 2_000;

  private final long seed;
  private final long[] students;
  private final long[] courses;
  private final Popularity popularity;

  RushDemand(long seed, Dataset dataset) {
    if (dataset.students().length == 0 || dataset.courses().length == 0) {
      throw new IllegalArgumentException("there must be at least one student and one course");
    }
    this.seed = seed;
    this.students = dataset.students().clone();
    this.courses = dataset.courses().clone();
    shuffle(this.courses, new SplittableRandom(seed));
    this.popularity = new Popularity(courses.length);
  }

  /** The pair of request {@code i}, counted from 0. */
  Pair pair(long i) {
    long dice = SplitMix64.roll(seed ^ SplitMix64.roll(3 * i));
    if (i > 0 && Long.remainderUnsigned(dice, SECOND_CLICK_EVERY) == 0) {
      long back =
          1 + Long.remainderUnsigned(SplitMix64.roll(dice), Math.min(i, SECOND_CLICK_WITHIN));
      return fresh(i - back);
    }
    return fresh(i);
  }

  /** The courses that a student requests, without repetition, in their order. */
  long[] wishes(long studentId, int most) {
    return LongStream.iterate(SplitMix64.roll(seed ^ SplitMix64.roll(studentId)), SplitMix64::roll)
        .map(dice -> courses[popularity.place(SplitMix64.unit(dice))])
        .distinct()
        .limit(Math.min(most, courses.length))
        .toArray();
  }

  private Pair fresh(long i) {
    int student =
        (int)
            Long.remainderUnsigned(
                SplitMix64.roll(seed ^ SplitMix64.roll(3 * i + 1)), students.length);
    int course =
        popularity.place(SplitMix64.unit(SplitMix64.roll(seed ^ SplitMix64.roll(3 * i + 2))));
    return new Pair(students[student], courses[course]);
  }

  private static void shuffle(long[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      long kept = values[i];
      values[i] = values[other];
      values[other] = kept;
    }
  }
}
