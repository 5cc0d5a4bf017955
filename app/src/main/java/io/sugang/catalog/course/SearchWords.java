package io.sugang.catalog.course;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a person types to find a course: a part of one text of it, and where no course has that,
 * several words, each of them a part of any text. So "자료 구조" finds 자료구조, and "알고리즘 최은희" the course
 * of that title and professor.
 *
 * @param whole without spaces, as {@link SearchText} has it
 * @param words as {@link SearchText} has them
 */
record SearchWords(String whole, List<String> words) {
  /** Returns what was typed; null when there is nothing to compare. */
  static @Nullable SearchWords of(String typed) {
    String whole = SearchText.of(typed);
    return whole.isEmpty()
        ? null
        : new SearchWords(
            whole,
            Stream.of(typed.split("[\\s\\p{Z}]+"))
                .map(SearchText::of)
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList());
  }

  /**
   * Returns whether one of the texts has all that was typed.
   *
   * @param texts of a course, as {@link SearchText} has them
   */
  boolean isPartOfOne(List<String> texts) {
    return isIn(whole, texts);
  }

  /** Returns whether each word is in one of the texts. */
  boolean arePartsOfSome(List<String> texts) {
    return words.stream().allMatch(word -> isIn(word, texts));
  }

  private static boolean isIn(String part, List<String> texts) {
    return texts.stream().anyMatch(text -> SearchText.contains(text, part));
  }
}
