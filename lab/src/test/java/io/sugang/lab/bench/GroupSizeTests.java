package io.sugang.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GroupSizeTests {
  @Test
  void theSizeIsThatOfTheGroupsOfAllInstancesBetweenTwoReadings() {
    assertThat(
            GroupSize.between(
                List.of(metrics(10, 50), metrics(0, 0)), List.of(metrics(12, 80), metrics(3, 15))))
        .isEqualTo((30 + 15) / 5.0);
  }

  @Test
  void withoutAGroupThereIsNoSize() {
    assertThat(GroupSize.between(List.of(metrics(4, 9)), List.of(metrics(4, 9)))).isNaN();
    assertThat(GroupSize.between(List.of(""), List.of(""))).isNaN();
  }

  private static String metrics(int count, int sum) {
    return """
    # HELP sugang_ledger_group_claims Claims that shared a transaction
    # TYPE sugang_ledger_group_claims histogram
    sugang_ledger_group_claims_bucket{application="sugang",le="1.0"} 7
    sugang_ledger_group_claims_count{application="sugang"} %d
    sugang_ledger_group_claims_sum{application="sugang"} %d.0
    sugang_ledger_queue_claims{application="sugang"} 0.0
    """
        .formatted(count, sum);
  }
}
