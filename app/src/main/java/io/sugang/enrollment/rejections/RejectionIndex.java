package io.sugang.enrollment.rejections;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rejections by student, so that a question costs what the student's own rejections cost. One
 * thread adds and removes, others read. Of a student it has {@value OwnRejections#MOST} at most,
 * and of all students {@value #MOST}: some 60 MB where each is of another student.
 */
final class RejectionIndex {
  static final int MOST = 400_000;

  private static final int KEPT_SECONDS = (int) RejectionStream.KEPT.toSeconds();

  private final Map<Long, OwnRejections> byStudent = new ConcurrentHashMap<>();
  private int count;

  void add(RejectionBatch batch) {
    batch.forEach((studentId, courseId, reason, atMillis) ->
        count +=
            byStudent
                .computeIfAbsent(studentId, unseen -> new OwnRejections())
                .add(courseId, reason, atMillis));
  }

  /** Returns the rejections of a student that are not older than a time, newest first. */
  List<RecentRejection> of(long studentId, long oldestMillis) {
    OwnRejections own = byStudent.get(studentId);
    return own == null ? List.of() : own.since(studentId, oldestMillis);
  }

  /**
   * Removes what is too old, and of more than {@value #MOST} rejections the oldest ones.
   *
   * @param nowMillis by the shared clock
   */
  void removeOld(long nowMillis) {
    long oldest = nowMillis - RejectionStream.KEPT.toMillis();
    removeBefore(oldest);
    if (count > MOST) {
      int[] seconds = new int[KEPT_SECONDS + 1];
      byStudent.values().forEach(own -> own.countBySecond(oldest, seconds));
      int left = count;
      int second = 0;
      while (second < KEPT_SECONDS && left > MOST) {
        left -= seconds[second++];
      }
      removeBefore(oldest + 1_000L * second);
    }
  }

  private void removeBefore(long oldestMillis) {
    byStudent
        .values()
        .removeIf(own -> {
          count -= own.removeBefore(oldestMillis);
          return own.isEmpty();
        });
  }

  int count() {
    return count;
  }
}
