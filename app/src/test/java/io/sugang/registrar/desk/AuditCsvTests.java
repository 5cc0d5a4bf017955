package io.sugang.registrar.desk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.LoggedEvent;
import io.sugang.registrar.desk.AuditNames.NamedCourse;
import io.sugang.registrar.desk.AuditNames.NamedStudent;
import io.sugang.registrar.desk.AuditNames.Names;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AuditCsvTests {
  private static final String FORMULAS = "=+-@＝＋－＠﹦﹢﹣﹫\t";

  private static String csv(@Nullable String reason, String title, AuditLanguage language) {
    var names =
        new Names(
            Map.of(4L, new NamedStudent("2026618033", "김하준")),
            Map.of(17L, new NamedCourse(title, "4190.101-001")),
            Map.of(3L, "최수연"));
    byte[] csv =
        AuditCsv.of(
            List.of(
                new LoggedEvent(
                    7,
                    Instant.parse("2027-02-22T01:00:00Z"),
                    "registrar:3",
                    "COURSE_CAPACITY",
                    "course:17",
                    4L,
                    17L,
                    null,
                    "DONE",
                    "{\"before\":{\"taken\":1,\"seats\":[{\"seatsId\":17,\"capacity\":50,\"taken\":1}]},"
                        + "\"after\":{\"taken\":1,\"seats\":[{\"seatsId\":17,\"capacity\":55,\"taken\":1}]}}",
                    reason,
                    -1L)),
            language,
            new AuditWords(language, JsonMapper.builder().build(), names));
    return new String(csv, StandardCharsets.UTF_8);
  }

  private static String line(@Nullable String reason) {
    String text = csv(reason, "알고리즘 (01분반)", AuditLanguage.KO);
    assertThat(text).startsWith("\uFEFF\"기록 번호\",\"시각(한국 시간)\",").endsWith("\r\n");
    return text.substring(text.indexOf('\n') + 1).strip();
  }

  @Test
  void aLineHasWordsThenTheValuesOfTheTableAndNothingForWhatThereIsNot() {
    String words =
        "\"7\",\"2027-02-22 10:00:00\",\"교무처 최수연\",\"정원 변경\",\"\",\"2026618033\",\"김하준\","
            + "\"4190.101-001\",\"알고리즘 (01)\",\"처리됨\",\"정원 50 → 55\",";
    String values =
        ",\"2027-02-22T01:00:00Z\",\"registrar:3\",\"COURSE_CAPACITY\",\"course:17\",\"4\",\"17\",,\"DONE\",\"{\"\"before\"\":";
    assertThat(line("강의실 \"302\" 폐쇄,\n2층"))
        .startsWith(words + "\"강의실 \"\"302\"\" 폐쇄,\n2층\"" + values)
        .endsWith(",\"ffffffffffffffff\"");
    assertThat(line(null)).startsWith(words + values);
    assertThat(csv("moved", "Algorithms", AuditLanguage.EN))
        .contains("\"Event\",\"Time (Korea)\",\"Who\",")
        .contains("\"Registrar 최수연\",\"Change seats\"", "\"Seats 50 → 55\"");
  }

  /** With the separators of Korea, of half of Europe, and of what is pasted. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1",
        "\u3000=1",
        "\u00a0\u200b=1",
        "＝1+1",
        "＋1",
        "－1",
        "＠SUM(A1)",
        "﹦1",
        "x;=cmd|' /C calc'!A0",
        "x; =1",
        "x;\t＝1",
        "x;\"=1\"",
        "x;\"\"=1",
        "x\t=1",
        "x\n=1",
        "x\r\n@1",
        "x;;=1;-2;+3",
        "a \"quote\";=1"
      })
  void aSpreadsheetTakesNoCellForAFormula(String text) {
    for (String csv : List.of(csv(text, "T", AuditLanguage.KO), csv("r", text, AuditLanguage.KO))) {
      for (char separator : new char[] {',', ';', '\t'}) {
        for (boolean quotes : new boolean[] {true, false}) {
          assertThat(cells(csv, separator, quotes))
              .as("separated by '%s', with quotes: %s", separator, quotes)
              .allSatisfy(cell ->
                  assertThat(cell.strip())
                      .satisfies(shown ->
                          assertThat(shown.isEmpty() || FORMULAS.indexOf(shown.charAt(0)) < 0)
                              .as(shown)
                              .isTrue()));
        }
      }
    }
  }

  /**
   * Cells as spreadsheets see them: quotes count at the beginning of a cell only, and what follows
   * their end is part of the text.
   */
  private static List<String> cells(String csv, char separator, boolean quotes) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean begins = true;
    boolean quoted = false;
    for (int i = 1; i < csv.length(); i++) {
      char character = csv.charAt(i);
      if (quoted) {
        if (character != '"') {
          cell.append(character);
        } else if (i + 1 < csv.length() && csv.charAt(i + 1) == '"') {
          cell.append(csv.charAt(i++));
        } else {
          quoted = false;
        }
      } else if (quotes && begins && character == '"') {
        quoted = true;
        begins = false;
      } else if (character == separator || character == '\n' || character == '\r') {
        cells.add(cell.toString());
        cell.setLength(0);
        begins = true;
      } else {
        if (quotes || character != '"') {
          cell.append(character);
        }
        begins = false;
      }
    }
    cells.add(cell.toString());
    return cells;
  }
}
