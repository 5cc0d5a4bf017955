package io.sugang.course;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text as a search compares it: without spaces, case and accents. In a query a single consonant
 * stands for every syllable that begins with it (초성), so "ㅈㄹㄱㅈ" finds "자료 구조".
 */
final class SearchText {
  private static final Pattern IGNORED = Pattern.compile("\\p{Mn}+|\\s+|\\p{Z}+");

  /** The consonants that syllables begin with, in the order of Unicode's syllables. */
  private static final String INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

  private static final char FIRST_SYLLABLE = '가';
  private static final char LAST_SYLLABLE = '힣';
  private static final int SYLLABLES_OF_INITIAL = 588;

  private SearchText() {}

  /** Returns the text as it is compared. Syllables that were sent in parts are put together. */
  static String of(String text) {
    String parts = Normalizer.normalize(text, Normalizer.Form.NFD);
    String kept = IGNORED.matcher(parts).replaceAll("");
    return Normalizer.normalize(kept, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
  }

  /** Whether a text has a query anywhere; both as {@link #of} returns them. */
  static boolean contains(String text, String query) {
    for (int from = 0; from + query.length() <= text.length(); from++) {
      if (matchesAt(text, from, query)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matchesAt(String text, int from, String query) {
    for (int i = 0; i < query.length(); i++) {
      char wanted = query.charAt(i);
      char there = text.charAt(from + i);
      if (wanted != there && wanted != initialOf(there)) {
        return false;
      }
    }
    return true;
  }

  private static char initialOf(char syllable) {
    return syllable < FIRST_SYLLABLE || syllable > LAST_SYLLABLE
        ? syllable
        : INITIALS.charAt((syllable - FIRST_SYLLABLE) / SYLLABLES_OF_INITIAL);
  }
}
