package io.sugang.enrollment.rejections;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.problem.ProblemType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalBatchTests {
  private static final long NOW = 1_772_445_600_123L;

  @Test
  void aBatchHasAllRefusalsInTheirOrder() {
    List<RecentRefusal> refusals =
        List.of(
            new RecentRefusal(1, 17, ProblemType.COURSE_FULL, NOW),
            new RecentRefusal(Ids.RESERVED_FROM - 1, 127, ProblemType.NOT_OPEN, NOW + 999),
            new RecentRefusal(128, Ids.RESERVED_FROM - 1, ProblemType.COURSE_FULL, NOW + 128),
            new RecentRefusal(1, 128, ProblemType.TIME_CONFLICT, NOW - 1_000));
    RefusalBatch batch = RefusalBatch.of(refusals);
    assertThat(batch.reasons()).containsExactly("COURSE_FULL", "NOT_OPEN", "TIME_CONFLICT");
    for (long student : List.of(1L, 128L, Ids.RESERVED_FROM - 1, 2L)) {
      assertThat(all(batch).stream().filter(one -> one.studentId() == student))
          .containsExactlyElementsOf(
              refusals.stream().filter(one -> one.studentId() == student).toList());
    }
  }

  @Test
  void reasonsOfAnotherVersionAreLeftOut() {
    RefusalBatch batch =
        RefusalBatch.of(List.of(new RecentRefusal(1, 17, ProblemType.COURSE_FULL, NOW)));
    assertThat(all(new RefusalBatch(List.of("OF_TOMORROW"), batch.from(), batch.entries())))
        .isEmpty();
  }

  private static List<RecentRefusal> all(RefusalBatch batch) {
    List<RecentRefusal> all = new ArrayList<>();
    batch.forEach(
        (student, course, reason, at) -> all.add(new RecentRefusal(student, course, reason, at)));
    return all;
  }
}
