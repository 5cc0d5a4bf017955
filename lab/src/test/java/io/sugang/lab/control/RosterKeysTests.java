package io.sugang.lab.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RosterKeysTests {
  @Test
  void allKeysOfEachCourseAreRemoved() {
    assertThat(RosterKeys.unlink(List.of(7L, 12L)))
        .containsExactly(
            "UNLINK",
            "course:{7}:students",
            "course:{7}:pending",
            "course:{7}:capacity",
            "course:{7}:ticket",
            "course:{12}:students",
            "course:{12}:pending",
            "course:{12}:capacity",
            "course:{12}:ticket");
  }
}
