package io.sugang.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MockIdsTests {
  @Test
  void anIdFollowsFromTheNumberAndWhatWasCopied() {
    assertThat(MockIds.term(1, 20_261)).isEqualTo(1_001_020_261L);
    assertThat(MockIds.courseOffset(1) + 7).isEqualTo(1_001_000_000_000_007L);
    assertThat(MockIds.ruleTerm(MockIds.term(12, 20_263))).isEqualTo(20_263);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4_000, MockIds.MOST})
  void noTwoNumbersHaveAnIdInCommonAndNoneIsReserved(int number) {
    long first = MockIds.courseOffset(number);
    long last = first + MockIds.COPIED_BELOW - 1;
    assertThat(MockIds.isCourse(first)).isTrue();
    assertThat(MockIds.isCourse(last)).isTrue();
    assertThat(last).isLessThan(Ids.RESERVED_FROM);
    assertThat(MockIds.courseOffset(number + 1)).isGreaterThan(last);
    assertThat(MockIds.term(number + 1, 19_001)).isGreaterThan(MockIds.term(number, 99_994));
    assertThat(MockIds.isTerm(MockIds.term(number, 20_261))).isTrue();
  }

  @Test
  void otherIdsAreNone() {
    assertThat(MockIds.isCourse(MockIds.COPIED_BELOW)).isFalse();
    assertThat(MockIds.isCourse(Ids.RESERVED_FROM)).isFalse();
    assertThat(MockIds.isTerm(99_994L)).isFalse();
    assertThat(MockIds.isTerm(1_000_001L)).isFalse();
    assertThat(MockIds.isTerm(null)).isFalse();
    assertThat(MockIds.ruleTerm(20_261)).isEqualTo(20_261);
    assertThat(MockIds.ruleTerm(1_002_031)).isEqualTo(1_002_031);
  }
}
