package io.sugang.enrollment.rejections;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sugang.platform.problem.ProblemType;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectionIndexTests {
  private static final long NOW = 1_772_445_600_123L;
  private static final long KEPT = RejectionStream.KEPT.toMillis();
  private static final long STUDENT = 1_000_000;

  private final RejectionIndex index = new RejectionIndex();

  private static RecentRejection rejection(long student, long course, long at) {
    return new RecentRejection(student, course, ProblemType.COURSE_FULL, at);
  }

  /** A full batch of a second, of other students. */
  private static RejectionBatch full(int number, int students, long at) {
    List<RecentRejection> rejections = new ArrayList<>();
    for (int i = 0; i < RecentRejections.MOST_WAITING; i++) {
      long student = 1 + ((long) number * RecentRejections.MOST_WAITING + i) % students;
      rejections.add(rejection(student, 17, at + i % 1_000));
    }
    return RejectionBatch.of(rejections);
  }

  private List<RecentRejection> of(long student) {
    return index.of(student, NOW - KEPT);
  }

  @Test
  void aReadTouchesTheRejectionsOfItsStudentOnly() {
    RecentRejection own = rejection(STUDENT, 3, NOW);
    index.add(RejectionBatch.of(List.of(own)));
    long before = bytesOfARead();
    for (int batch = 0; batch < RejectionStream.MOST_BATCHES; batch++) {
      index.add(full(batch, 7_000, NOW - KEPT + 250L * batch));
    }
    assertThat(index.count()).isEqualTo(7_000 * OwnRejections.MOST + 1);
    assertThat(bytesOfARead()).as("memory that a read takes").isLessThanOrEqualTo(before + 256);
    assertThat(of(STUDENT)).containsExactly(own);
  }

  // What is decoded or copied takes memory of the thread, which is counted and not timed.
  private long bytesOfARead() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    of(STUDENT);
    long before = threads.getCurrentThreadAllocatedBytes();
    of(STUDENT);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void theFloodOfOneStudentLeavesTheRejectionsOfOthers() {
    index.add(RejectionBatch.of(List.of(rejection(STUDENT, 3, NOW - KEPT + 1))));
    for (int batch = 0; batch < RejectionStream.MOST_BATCHES; batch++) {
      index.add(full(batch, 1, NOW - KEPT + 250L * batch));
    }
    index.removeOld(NOW);
    assertThat(of(STUDENT)).hasSize(1);
    assertThat(of(1))
        .hasSize(OwnRejections.MOST)
        .isSortedAccordingTo((a, b) -> Long.compare(b.atMillis(), a.atMillis()));
    assertThat(index.count()).isEqualTo(OwnRejections.MOST + 1);
  }

  @Test
  void theNewestRejectionsOfAStudentAreKept() {
    for (int i = 0; i < 3 * OwnRejections.MOST; i++) {
      index.add(RejectionBatch.of(List.of(rejection(STUDENT, i, NOW - 1_000 + i))));
      assertThat(of(STUDENT)).hasSize(Math.min(i + 1, OwnRejections.MOST));
      assertThat(of(STUDENT).getFirst().courseId()).isEqualTo(i);
    }
    assertThat(of(STUDENT).getLast().courseId()).isEqualTo(2 * OwnRejections.MOST);
    // The oldest third of those that are kept.
    index.removeOld(NOW - 1_000 + 2 * OwnRejections.MOST + 17 + KEPT);
    assertThat(index.count()).isEqualTo(OwnRejections.MOST - 17);
    assertThat(of(STUDENT))
        .extracting(RecentRejection::courseId)
        .startsWith(3L * OwnRejections.MOST - 1)
        .endsWith(2L * OwnRejections.MOST + 17);
    index.add(RejectionBatch.of(List.of(rejection(STUDENT, 9_999, NOW))));
    assertThat(of(STUDENT)).hasSize(OwnRejections.MOST - 16);
    index.removeOld(NOW + KEPT + 1);
    assertThat(index.count()).isZero();
    assertThat(of(STUDENT)).isEmpty();
  }

  @Test
  void ofMoreThanAreKeptTheOldestGo() {
    int batches = RejectionIndex.MOST / RecentRejections.MOST_WAITING + 20;
    for (int batch = 0; batch < batches; batch++) {
      index.add(full(batch, 10_000_000, NOW - KEPT + 2_000L * batch));
      index.removeOld(NOW);
    }
    assertThat(index.count())
        .isBetween(RejectionIndex.MOST - 2 * RecentRejections.MOST_WAITING, RejectionIndex.MOST);
    assertThat(of(1)).isEmpty();
    assertThat(of((long) batches * RecentRejections.MOST_WAITING)).hasSize(1);
  }
}
