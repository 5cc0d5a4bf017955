package io.sugang.catalog.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreeTimeTests {
  @Test
  void aMeetingLiesWhollyInside() {
    FreeTime free = FreeTime.of(List.of("1-09:00-10:30", "1-10:30-12:00", "7-23:00-24:00"));
    assertThat(free.includes(meeting(1, 540, 720))).isTrue();
    assertThat(free.includes(meeting(1, 600, 660))).isTrue();
    assertThat(free.includes(meeting(7, 1380, 1440))).isTrue();
    assertThat(free.includes(meeting(1, 535, 600))).isFalse();
    assertThat(free.includes(meeting(1, 660, 725))).isFalse();
    assertThat(free.includes(meeting(2, 600, 660))).isFalse();
    assertThat(free.includes(meeting(7, 1375, 1440))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "0-09:00-10:00",
        "8-09:00-10:00",
        "1-9:00-10:00",
        "1-09:00-09:00",
        "1-10:00-09:00",
        "1-09:60-10:00",
        "1-23:00-24:01",
        "1-09:00-10:00 ",
        "1-09:00",
        "١-09:00-10:00"
      })
  void anythingElseIsRefused(String time) {
    assertThatIllegalArgumentException().isThrownBy(() -> FreeTime.of(List.of(time)));
  }

  private static CourseMeeting meeting(int weekday, int start, int end) {
    return new CourseMeeting(weekday, start, end, null);
  }
}
