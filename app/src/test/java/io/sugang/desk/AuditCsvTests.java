package io.sugang.desk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.LoggedEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCsvTests {
  private static String line(@Nullable String reason) {
    byte[] csv =
        AuditCsv.of(
            List.of(
                new LoggedEvent(
                    7,
                    Instant.parse("2027-02-22T01:00:00Z"),
                    "registrar:3",
                    "COURSE_CLOSE",
                    "course:17",
                    null,
                    17L,
                    null,
                    "DONE",
                    "{\"before\":1}",
                    reason,
                    -1L)));
    String text = new String(csv, StandardCharsets.UTF_8);
    assertThat(text).startsWith("\uFEFFevent_id,at,").endsWith("\r\n");
    return text.substring(text.indexOf('\n') + 1).strip();
  }

  @Test
  void aLineHasAllColumnsAndNothingForWhatThereIsNot() {
    assertThat(line("강의실 \"302\" 폐쇄,\n2층"))
        .isEqualTo(
            "7,\"2027-02-22T01:00:00Z\",\"registrar:3\",\"COURSE_CLOSE\",\"course:17\",,17,,\"DONE\","
                + "\"{\"\"before\"\":1}\",\"강의실 \"\"302\"\" 폐쇄,\n2층\",\"ffffffffffffffff\"");
    assertThat(line(null)).endsWith("\"{\"\"before\"\":1}\",,\"ffffffffffffffff\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"})
  void aSpreadsheetTakesNoCellForAFormula(String reason) {
    assertThat(line(reason)).contains("\"'" + reason + "\"");
  }
}
