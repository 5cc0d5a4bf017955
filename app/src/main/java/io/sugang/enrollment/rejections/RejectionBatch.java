package io.sugang.enrollment.rejections;

import io.sugang.platform.problem.ProblemType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rejections in some bytes each, because thousands of them are kept: numbers of seven bits in a
 * byte, the reason as an index in the names of the batch.
 *
 * @param reasons names of the reasons
 * @param from milliseconds since 1970 that the times count from
 */
record RejectionBatch(List<String> reasons, long from, byte[] entries) {
  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  /** Packs rejections, at least one. */
  static RejectionBatch of(Collection<RecentRejection> rejections) {
    List<String> reasons = new ArrayList<>();
    long from = rejections.stream().mapToLong(RecentRejection::atMillis).min().orElseThrow();
    ByteArrayOutputStream entries = new ByteArrayOutputStream(8 * rejections.size());
    for (RecentRejection rejection : rejections) {
      int reason = reasons.indexOf(rejection.reason().name());
      if (reason < 0) {
        reason = reasons.size();
        reasons.add(rejection.reason().name());
      }
      write(entries, rejection.studentId());
      write(entries, rejection.courseId());
      write(entries, reason);
      write(entries, rejection.atMillis() - from);
    }
    return new RejectionBatch(List.copyOf(reasons), from, entries.toByteArray());
  }

  /** Takes the parts of a rejection. */
  interface Receiver {
    void take(long studentId, long courseId, ProblemType reason, long atMillis);
  }

  /**
   * Passes all rejections on, those of one student oldest first. Rejections with a reason that this
   * version does not know are left out.
   *
   * @throws RuntimeException when the bytes are none of a batch; what came before is passed on
   */
  void forEach(Receiver receiver) {
    List<@Nullable ProblemType> types = new ArrayList<>();
    for (String name : reasons) {
      types.add(type(name));
    }
    ByteBuffer left = ByteBuffer.wrap(entries);
    while (left.hasRemaining()) {
      long student = read(left);
      long course = read(left);
      int reason = (int) read(left);
      long at = from + read(left);
      ProblemType type = reason < types.size() ? types.get(reason) : null;
      if (type != null) {
        receiver.take(student, course, type, at);
      }
    }
  }

  private static @Nullable ProblemType type(String name) {
    try {
      return ProblemType.valueOf(name);
    } catch (IllegalArgumentException ofAnotherVersion) {
      return null;
    }
  }

  private static void write(ByteArrayOutputStream out, long number) {
    long left = number;
    while (left >= MORE) {
      out.write((int) (left % MORE) | MORE);
      left >>>= BITS;
    }
    out.write((int) left);
  }

  private static long read(ByteBuffer in) {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte next = in.get();
      number |= (long) (next & (MORE - 1)) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IllegalArgumentException("a number of more than 64 bits");
  }
}
