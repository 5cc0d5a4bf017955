package io.sugang.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdTextTests {
  @Test
  void readsWhatIsBetweenBlanks() {
    assertThat(IdText.parse("")).isEmpty();
    assertThat(IdText.parse("7")).isEqualTo(Set.of(new StudentId(7)));
    assertThat(IdText.parse("1 9007199254740991 30"))
        .isEqualTo(
            Set.of(new StudentId(1), new StudentId(9_007_199_254_740_991L), new StudentId(30)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1  2", " 1", "1,2", "one", "1 2x"})
  void refusesWhatIsNoId(String text) {
    assertThatThrownBy(() -> IdText.parse(text)).isInstanceOf(NumberFormatException.class);
  }
}
