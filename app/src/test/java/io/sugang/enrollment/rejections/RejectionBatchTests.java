package io.sugang.enrollment.rejections;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.problem.ProblemType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RejectionBatchTests {
  private static final long NOW = 1_772_445_600_123L;

  @Test
  void aBatchHasAllRejectionsInTheirOrder() {
    List<RecentRejection> rejections =
        List.of(
            new RecentRejection(1, 17, ProblemType.COURSE_FULL, NOW),
            new RecentRejection(Ids.RESERVED_FROM - 1, 127, ProblemType.NOT_OPEN, NOW + 999),
            new RecentRejection(128, Ids.RESERVED_FROM - 1, ProblemType.COURSE_FULL, NOW + 128),
            new RecentRejection(1, 128, ProblemType.TIME_CONFLICT, NOW - 1_000));
    RejectionBatch batch = RejectionBatch.of(rejections);
    assertThat(batch.reasons()).containsExactly("COURSE_FULL", "NOT_OPEN", "TIME_CONFLICT");
    for (long student : List.of(1L, 128L, Ids.RESERVED_FROM - 1, 2L)) {
      assertThat(all(batch).stream().filter(one -> one.studentId() == student))
          .containsExactlyElementsOf(
              rejections.stream().filter(one -> one.studentId() == student).toList());
    }
  }

  @Test
  void reasonsOfAnotherVersionAreLeftOut() {
    RejectionBatch batch =
        RejectionBatch.of(List.of(new RecentRejection(1, 17, ProblemType.COURSE_FULL, NOW)));
    assertThat(all(new RejectionBatch(List.of("OF_TOMORROW"), batch.from(), batch.entries())))
        .isEmpty();
  }

  private static List<RecentRejection> all(RejectionBatch batch) {
    List<RecentRejection> all = new ArrayList<>();
    batch.forEach(
        (student, course, reason, at) -> all.add(new RecentRejection(student, course, reason, at)));
    return all;
  }
}
