package io.sugang.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTextTests {
  private static final String TITLE = "자료구조와 Café 2";

  @ParameterizedTest
  @ValueSource(
      strings = {"자료구조", "자료 구조", " 료구 ", "ㅈㄹㄱㅈ", "ㅈ ㄹ", "자ㄹ구", "ㄱㅈㅇ", "cafe", "CAFÉ", "와ca", "2"})
  void finds(String query) {
    assertThat(SearchText.contains(SearchText.of(TITLE), SearchText.of(query))).isTrue();
    String inParts = Normalizer.normalize(query, Normalizer.Form.NFD);
    assertThat(SearchText.contains(SearchText.of(TITLE), SearchText.of(inParts))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"자료구조론", "ㄹㅈ", "ㅏ", "자%구조", "자_구조", ".*", "자료구조와Café2!"})
  void doesNotFind(String query) {
    assertThat(SearchText.contains(SearchText.of(TITLE), SearchText.of(query))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"가,ㄱ", "힣,ㅎ", "까,ㄲ", "쌍,ㅆ", "a,a"})
  void initialsAreThoseOfUnicode(String syllable, String initial) {
    assertThat(SearchText.contains(syllable, initial)).isTrue();
  }
}
