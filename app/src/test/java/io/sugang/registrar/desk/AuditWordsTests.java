package io.sugang.registrar.desk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.audit.LoggedEvent;
import io.sugang.registrar.desk.AuditNames.Names;
import io.sugang.registrar.desk.AuditWords.EventWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What the desk reads of an event. */
class AuditWordsTests {
  private static final Path TEXTS = Path.of("..", "web", "src", "desk", "text");

  private static EventWords words(
      AuditLanguage language,
      String actor,
      String target,
      String outcome,
      @Nullable String detail) {
    return new AuditWords(
            language, JsonMapper.builder().build(), new Names(Map.of(), Map.of(), Map.of()))
        .of(
            new LoggedEvent(
                1,
                Instant.parse("2027-02-22T15:00:00Z"),
                actor,
                "WINDOW_SHIFT",
                target,
                null,
                null,
                null,
                outcome,
                detail,
                null,
                null));
  }

  private static String change(AuditLanguage language, @Nullable String detail) {
    return words(language, "registrar:3", "window:3", "DONE", detail).change();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'before':{'opensAt':'2027-03-02T01:00:00Z','phase':'ENROLL','version':'a'},'after':{'opensAt':'2027-03-02T01:10:00Z','phase':'ENROLL','version':'b'}}"
            + " | 시작 2027-03-02 10:00:00 → 2027-03-02 10:10:00 | Opens 2027-03-02 10:00:00 → 2027-03-02 10:10:00",
        "{'before':null,'after':{'windowId':3,'term':'2027 SPRING','phase':'ADD_DROP','actions':['ENROLL','DROP']}}"
            + " | 학기 2027-1학기, 단계 변경, 허용하는 일 신청·취소 | Term Spring 2027, Phase Add and drop, Allows enroll·cancel",
        "{'before':{'status':'OPEN','taken':2,'seats':[{'capacity':2},{'audience':'3학년','capacity':10}]},'after':{'status':'CANCELLED','taken':2,'seats':[{'capacity':2},{'audience':'3학년','capacity':12}]}}"
            + " | 상태 신청 가능 → 폐강, 정원(3학년) 10 → 12 | State Open → Cancelled, Seats(3학년) 10 → 12",
        "{'before':{'state':'REQUESTED'},'after':{'state':'GRANTED','lifts':'CAPACITY,RETAKE'}}"
            + " | 상태 승인 대기 → 승인함, 적용하지 않을 규칙 정원 1석 추가·재수강 | State Waiting → Approved, Lifted rules one seat more·retake",
        "{'before':{'audience':'3학년'},'after':{'phase':'ENROLL'}} | 대상 3학년 → 없음, 단계 수강신청 | For 3학년 → none, Phase Enrollment",
        "{'before':{'capacity':50},'after':{'capacity':50}} | `` | ``"
      })
  void aChangeNamesWhatDiffersAndKoreanTimes(String detail, String korean, String english) {
    String json = detail.replace('\'', '"');
    assertThat(change(AuditLanguage.KO, json)).isEqualTo(korean);
    assertThat(change(AuditLanguage.EN, json)).isEqualTo(english);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[]", "7", "null", "{}", "{\"after\":3}", "{\"before\":[],\"after\":\"x\"}"})
  void aDetailOfAnotherKindHasNoWords(String detail) {
    assertThat(change(AuditLanguage.KO, detail)).isEmpty();
  }

  @Test
  void whatIsNotInTheRegisterHasItsId() {
    EventWords known = words(AuditLanguage.KO, "registrar:3", "window:3", "NOT_YOURS", null);
    assertThat(known.at()).isEqualTo("2027-02-23 00:00:00");
    assertThat(known.actor()).isEqualTo("교무처 3");
    assertThat(known.action()).isEqualTo("신청기간 옮기기");
    assertThat(known.target()).isEqualTo("신청기간 3");
    assertThat(known.outcome()).isEqualTo("거절됨: 다른 학생의 내역");
    assertThat(words(AuditLanguage.EN, "load:0", "student:9", "X", null))
        .extracting(EventWords::actor, EventWords::target, EventWords::outcome)
        .containsExactly("Load driver 0", "Student 9", "Refused: X");
    assertThat(words(AuditLanguage.KO, "migration", "other", "DONE", null).actor())
        .isEqualTo("자료 이전");
  }

  /** The list to choose from and the rows use one word for one thing. */
  @ParameterizedTest
  @EnumSource(AuditLanguage.class)
  void thePageHasTheSameWordsForActions(AuditLanguage language) throws IOException {
    String texts = Files.readString(TEXTS.resolve(language.code() + ".js"));
    var actions = Pattern.compile("'audit\\.action\\.([A-Z_]+)': '([^']+)'").matcher(texts);
    int count = 0;
    while (actions.find()) {
      assertThat(language.word("action", actions.group(1))).isEqualTo(actions.group(2));
      count++;
    }
    assertThat(count).isEqualTo(26);
  }
}
