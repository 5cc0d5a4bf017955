package io.sugang.tools.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartOrderTests {
  private static final List<String> THREE = List.of("app-1", "app-2", "app-3");

  @Test
  void onFewCoresOneAfterAnother() {
    assertThat(StartOrder.groups(THREE, 2, true))
        .containsExactly(List.of("app-1"), List.of("app-2"), List.of("app-3"));
    assertThat(StartOrder.groups(THREE, 1, true)).hasSize(3);
  }

  @Test
  void onFourCoresTwoAtOnce() {
    assertThat(StartOrder.groups(THREE, 4, true))
        .containsExactly(List.of("app-1", "app-2"), List.of("app-3"));
  }

  @Test
  void withoutWarmUpAllAtOnce() {
    assertThat(StartOrder.groups(THREE, 2, false)).containsExactly(THREE);
    assertThat(StartOrder.groups(List.of(), 4, true)).isEmpty();
  }
}
