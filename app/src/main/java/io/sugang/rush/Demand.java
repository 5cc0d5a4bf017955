package io.sugang.rush;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What is asked for. Request {@code i} always asks for the same pair, whoever sends it and in
 * whatever order: the pair is a pure function of the seed, the ids and {@code i}.
 *
 * <p>The wishes are skewed as on a real morning. The course at place {@code k} of a shuffled list
 * is wanted in proportion to {@code 1 / k^0.8} (Zipf): of 500 courses the most wanted gets 8 % of
 * all requests, the ten most wanted a third, and the least wanted still about fifty out of 100,000.
 * One request in fifty is a second click: it repeats a pair of shortly before.
 */
final class Demand {

  private static final double SKEW = 0.8;
  private static final int SECOND_CLICK_EVERY = 50;
  private static final int SECOND_CLICK_WITHIN = 2_000;

  private final long seed;
  private final long[] students;
  private final long[] courses;
  private final double[] cumulative;

  Demand(long seed, Campus campus) {
    if (campus.students().length == 0 || campus.courses().length == 0) {
      throw new IllegalArgumentException("there must be at least one student and one course");
    }
    this.seed = seed;
    this.students = campus.students().clone();
    this.courses = campus.courses().clone();
    shuffle(this.courses, new SplittableRandom(seed));
    this.cumulative = new double[courses.length];
    double sum = 0;
    for (int k = 0; k < courses.length; k++) {
      sum += Math.pow(k + 1, -SKEW);
      cumulative[k] = sum;
    }
  }

  /** The pair of request {@code i}, counted from 0. */
  Pair pair(long i) {
    long dice = mix(seed ^ mix(3 * i));
    if (i > 0 && Long.remainderUnsigned(dice, SECOND_CLICK_EVERY) == 0) {
      long back = 1 + Long.remainderUnsigned(mix(dice), Math.min(i, SECOND_CLICK_WITHIN));
      return fresh(i - back);
    }
    return fresh(i);
  }

  private Pair fresh(long i) {
    int student = (int) Long.remainderUnsigned(mix(seed ^ mix(3 * i + 1)), students.length);
    double point = unit(mix(seed ^ mix(3 * i + 2))) * cumulative[cumulative.length - 1];
    int place = Arrays.binarySearch(cumulative, point);
    int course = Math.min(place < 0 ? -place - 1 : place, courses.length - 1);
    return new Pair(students[student], courses[course]);
  }

  private static double unit(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }

  // The finalizer of SplitMix64: neighbours in, unrelated numbers out.
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
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
