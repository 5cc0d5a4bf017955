package io.sugang.ops.importer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeetingTests {
  @Test
  void readsTwoDaysWithARoomEach() {
    assertThat(Meeting.parse("월(09:30~10:45)/수(09:30~10:45)", "302-208/302-209"))
        .containsExactly(new Meeting(1, 570, 645, "302-208"), new Meeting(3, 570, 645, "302-209"));
  }

  @Test
  void readsOneRoomForAllMeetingsInTheOrderOfTheWeek() {
    assertThat(Meeting.parse(" 일(23:00~24:00) / 화(00:00~00:05) ", "25-103"))
        .containsExactly(new Meeting(2, 0, 5, "25-103"), new Meeting(7, 1380, 1440, "25-103"));
  }

  @Test
  void readsTwoMeetingsOfOneDayThatTouch() {
    assertThat(Meeting.parse("금(09:00~10:00)/금(10:00~11:00)", ""))
        .containsExactly(new Meeting(5, 540, 600, null), new Meeting(5, 600, 660, null));
  }

  @Test
  void readsNoMeeting() {
    assertThat(Meeting.parse("", "")).isEmpty();
    assertThat(Meeting.parse("  ", "302-208")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          월                              | ''        | times like
          월(9:30~10:45)                  | ''        | times like
          월(09:30-10:45)                 | ''        | times like
          요(09:30~10:45)                 | ''        | times like
          월(09:30~10:45)/                | ''        | times like
          월3                             | ''        | times like
          월(10:45~09:30)                 | ''        | a start before the end
          월(09:30~09:30)                 | ''        | a start before the end
          월(09:32~10:45)                 | ''        | multiples of 5
          월(09:60~10:45)                 | ''        | from 00:00 to 24:00
          월(23:00~24:05)                 | ''        | from 00:00 to 24:00
          월(09:00~10:45)/월(10:40~11:00) | ''        | do not overlap
          월(09:00~10:45)                 | 1/2       | one room
          월(09:00~10:45)                 | a-room-with-a-name-of-more-than-32-letters | rooms of at most 32
          """)
  void saysWhatIsAllowed(String times, String rooms, String allowed) {
    assertThatThrownBy(() -> Meeting.parse(times, rooms))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(allowed);
  }
}
