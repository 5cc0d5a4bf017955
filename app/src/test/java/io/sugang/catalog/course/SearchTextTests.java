package io.sugang.catalog.course;

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

  @ParameterizedTest
  @CsvSource({
    "자료구조, ㅈㄺㅈ",
    "자료구조, ㄺ",
    "자료구조, 잙ㅈ",
    "감사, ㄳ",
    "난제, ㄵ",
    "노후, ㄶ",
    "라면, ㄻ",
    "리본, ㄼ",
    "러시아, ㄽ",
    "라틴, ㄾ",
    "로프, ㄿ",
    "류현, ㅀ",
    "부산, ㅄ",
    "부사관, ㅄㄱ"
  })
  void consonantsThatAKeyboardJoinedFindWhatTheSingleOnesFind(String title, String query) {
    assertThat(SearchText.contains(SearchText.of(title), SearchText.of(query))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u110c\u1105\u1100\u110c", // as parts that syllables begin with
        "\u11bd\u11af\u11a8\u11bd", // as parts that syllables end with
        "\u11bd\u11b0\u11bd", // the same, joined
        "\uffb8\uffa9\uffa1\uffb8", // of half the width
        "\uffb8\uffaa\uffb8", // the same, joined
        "자ㄹㄱㅈ",
        "자ㄹ구ㅈ",
        "ㅈㄹ궂",
        "자료ㄱㅈ",
        "자룍ㅈ",
        "잘ㄱㅈ"
      })
  void aConsonantIsTheSameInEachSpelling(String query) {
    assertThat(SearchText.contains(SearchText.of("자료 구조"), SearchText.of(query))).isTrue();
    assertThat(SearchText.contains(SearchText.of("조직 관리"), SearchText.of(query))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"사람ㅁ, 삶", "기문, 김", "가구, 각", "까, ㄱㄱ", "자료, 잘", "달걀 ㄱ, 닭"})
  void aQueryOfWholeSyllablesIsNotTakenApart(String title, String query) {
    assertThat(SearchText.contains(SearchText.of(title), SearchText.of(query))).isFalse();
  }
}
