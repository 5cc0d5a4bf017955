package io.sugang.enrollment.rejections;

import io.sugang.platform.problem.ProblemType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The newest rejections of one student, {@value #MOST} at most, in 16 bytes each. May be read while
 * another thread adds.
 */
final class OwnRejections {
  static final int MOST = 50;

  private static final int FIRST_LENGTH = 2;
  private static final int REASON_BITS = 8;
  private static final ProblemType[] REASONS = ProblemType.values();

  // Course and (time, reason) in turns. In the order of arrival, in a ring once there are MOST.
  private long[] entries = new long[2 * FIRST_LENGTH]; // guarded by this
  private int first; // guarded by this
  private int count; // guarded by this

  /** Adds a rejection; returns by how many there are more. */
  synchronized int add(long courseId, ProblemType reason, long atMillis) {
    if (count == MOST) {
      put(first, courseId, reason, atMillis);
      first = (first + 1) % MOST;
      return 0;
    }
    if (2 * count == entries.length) {
      entries = Arrays.copyOf(entries, 2 * Math.min(MOST, 2 * count));
    }
    put(count, courseId, reason, atMillis);
    count++;
    return 1;
  }

  private void put(int place, long courseId, ProblemType reason, long atMillis) {
    entries[2 * place] = courseId;
    entries[2 * place + 1] = atMillis << REASON_BITS | reason.ordinal();
  }

  /** Returns those that are not older than a time, newest first. */
  synchronized List<RecentRejection> since(long studentId, long oldestMillis) {
    List<RecentRejection> found = new ArrayList<>(count);
    // From the newest on, which also orders those of one millisecond.
    for (int i = count - 1; i >= 0; i--) {
      int place = (first + i) % count;
      long timed = entries[2 * place + 1];
      long atMillis = timed >> REASON_BITS;
      if (atMillis >= oldestMillis) {
        ProblemType reason = REASONS[(int) (timed & ((1 << REASON_BITS) - 1))];
        found.add(new RecentRejection(studentId, entries[2 * place], reason, atMillis));
      }
    }
    found.sort(Comparator.comparingLong(RecentRejection::atMillis).reversed());
    return found;
  }

  /** Removes those that are older than a time; returns how many that were. */
  synchronized int removeBefore(long oldestMillis) {
    int left = 0;
    for (int place = 0; place < count; place++) {
      left += isBefore(place, oldestMillis) ? 0 : 1;
    }
    int removed = count - left;
    if (removed == 0) {
      return 0;
    }
    long[] kept = new long[2 * Math.max(FIRST_LENGTH, left)];
    int next = 0;
    for (int i = 0; i < count; i++) {
      int place = (first + i) % count;
      if (!isBefore(place, oldestMillis)) {
        System.arraycopy(entries, 2 * place, kept, 2 * next++, 2);
      }
    }
    entries = kept;
    first = 0;
    count = left;
    return removed;
  }

  private boolean isBefore(int place, long oldestMillis) {
    return entries[2 * place + 1] >> REASON_BITS < oldestMillis;
  }

  synchronized boolean isEmpty() {
    return count == 0;
  }

  /** Counts the rejections by their seconds since a time; those before it in the first one. */
  synchronized void countBySecond(long fromMillis, int[] seconds) {
    for (int place = 0; place < count; place++) {
      long second = ((entries[2 * place + 1] >> REASON_BITS) - fromMillis) / 1_000;
      seconds[Math.clamp(second, 0, seconds.length - 1)]++;
    }
  }
}
