package io.sugang.ops.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAtCommandTests {
  private static final ZonedDateTime NOW =
      ZonedDateTime.parse("2027-03-01T23:30:00+09:00[Asia/Seoul]");

  @ParameterizedTest
  @CsvSource({
    "now+60s, 2027-03-01T23:31+09:00[Asia/Seoul]",
    "now+1m30s, 2027-03-01T23:31:30+09:00[Asia/Seoul]",
    "now+2h, 2027-03-02T01:30+09:00[Asia/Seoul]",
    "23:31, 2027-03-01T23:31+09:00[Asia/Seoul]",
    "23:31:07, 2027-03-01T23:31:07+09:00[Asia/Seoul]",
    "10:00, 2027-03-02T10:00+09:00[Asia/Seoul]",
    "2027-03-02T01:00:00Z, 2027-03-02T10:00+09:00[Asia/Seoul]",
    "2027-03-02T10:00:00+09:00, 2027-03-02T10:00+09:00[Asia/Seoul]",
    "2027-03-02T10:00, 2027-03-02T10:00+09:00[Asia/Seoul]"
  })
  void aTimeMayBeWrittenInThreeWays(String word, ZonedDateTime meant) {
    assertThat(OpenAtCommand.parse(word, NOW)).isEqualTo(meant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "now+60", "now+", "25:00", "10", "2027-02-30T10:00", "now+1y"})
  void otherWordsAreNoTimes(String word) {
    assertThatThrownBy(() -> OpenAtCommand.parse(word, NOW)).isInstanceOf(DateTimeException.class);
  }
}
