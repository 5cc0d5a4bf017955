package io.sugang.catalog.course;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Text as a search compares it: without spaces, case and accents. In a query a single consonant
 * stands for every syllable that begins with it (초성), so "ㅈㄹㄱㅈ" finds "자료 구조".
 *
 * <p>A keyboard joins consonants that are typed one after the other: "ㅈㄹㄱㅈ" arrives as "ㅈㄺㅈ", and
 * "자ㄹㄱㅈ" as "잙ㅈ". So consonants are taken apart, in a query with a single consonant also those that
 * a syllable ends with.
 */
final class SearchText {
  private static final Pattern IGNORED = Pattern.compile("\\p{Mn}+|\\s+|\\p{Z}+");

  /** The consonants that syllables begin with, in the order of Unicode's syllables. */
  private static final String INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

  /** The same for those that syllables end with. */
  private static final String FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

  /** Consonants that a keyboard joins, each followed by the two that were typed. */
  private static final String JOINED = "ㄳㄱㅅㄵㄴㅈㄶㄴㅎㄺㄹㄱㄻㄹㅁㄼㄹㅂㄽㄹㅅㄾㄹㅌㄿㄹㅍㅀㄹㅎㅄㅂㅅ";

  private static final int JOINED_STEP = 3;

  private static final char FIRST_SYLLABLE = '가';
  private static final char LAST_SYLLABLE = '힣';
  private static final int SYLLABLES_OF_INITIAL = 588;
  private static final int SYLLABLES_OF_VOWEL = 28;

  // The same consonants have other characters as parts of syllables, and in half of the width.
  private static final char FIRST_INITIAL_PART = '\u1100';
  private static final char FIRST_FINAL_PART = '\u11a8';
  private static final char FIRST_CONSONANT = 'ㄱ';
  private static final char LAST_CONSONANT = 'ㅎ';
  private static final char FIRST_HALF_WIDTH = '\uffa1';

  private SearchText() {}

  /** Returns the text as it is compared. Syllables that were sent in parts are put together. */
  static String of(String text) {
    String parts = Normalizer.normalize(text, Normalizer.Form.NFD);
    String kept = IGNORED.matcher(parts).replaceAll("");
    return apart(Normalizer.normalize(kept, Normalizer.Form.NFC).toLowerCase(Locale.ROOT));
  }

  /** Returns the text with each consonant outside of syllables as those that were typed for it. */
  private static String apart(String text) {
    StringBuilder typed = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      appendTyped(typed, consonant(text.charAt(i)));
    }
    return typed.toString();
  }

  private static void appendTyped(StringBuilder typed, char consonant) {
    for (int i = 0; i < JOINED.length(); i += JOINED_STEP) {
      if (JOINED.charAt(i) == consonant) {
        typed.append(JOINED, i + 1, i + JOINED_STEP);
        return;
      }
    }
    typed.append(consonant);
  }

  /** Returns the usual character of a consonant; any other character as it is. */
  private static char consonant(char character) {
    int initial = character - FIRST_INITIAL_PART;
    if (initial >= 0 && initial < INITIALS.length()) {
      return INITIALS.charAt(initial);
    }
    int last = character - FIRST_FINAL_PART;
    if (last >= 0 && last < FINALS.length()) {
      return FINALS.charAt(last);
    }
    int half = character - FIRST_HALF_WIDTH;
    return half >= 0 && half <= LAST_CONSONANT - FIRST_CONSONANT
        ? (char) (FIRST_CONSONANT + half)
        : character;
  }

  /** Whether a text has a query anywhere; both as {@link #of} returns them. */
  static boolean contains(String text, String query) {
    boolean typedInitials = query.chars().anyMatch(SearchText::isConsonant);
    for (int from = 0; from + query.length() <= text.length(); from++) {
      if (matchesAt(text, from, query, typedInitials)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isConsonant(int character) {
    return character >= FIRST_CONSONANT && character <= LAST_CONSONANT;
  }

  // Each place of the text fits one reading of a syllable at most, so none is tried again.
  private static boolean matchesAt(String text, int from, String query, boolean typedInitials) {
    int at = from;
    for (int i = 0; i < query.length(); i++) {
      char wanted = query.charAt(i);
      if (at == text.length()) {
        return false;
      }
      char there = text.charAt(at);
      if (wanted == there || wanted == initialOf(there)) {
        at++;
      } else if (typedInitials) {
        int fits = fitsInParts(text, at, wanted);
        if (fits == 0) {
          return false;
        }
        at += fits;
      } else {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns how many places of a text a syllable fits whose last consonants were typed for the next
   * syllables; 0 where it does not.
   */
  private static int fitsInParts(String text, int at, char wanted) {
    int last = finalOf(wanted);
    if (last == 0) {
      return 0;
    }
    StringBuilder typed = new StringBuilder(2);
    appendTyped(typed, FINALS.charAt(last - 1));
    for (int kept = 0; kept < typed.length(); kept++) {
      char begin = (char) (wanted - last);
      if (kept > 0) {
        begin += (char) (FINALS.indexOf(typed.charAt(0)) + 1);
      }
      int moved = typed.length() - kept;
      if (text.charAt(at) == begin && at + moved < text.length()) {
        boolean all = true;
        for (int i = 0; i < moved; i++) {
          char next = text.charAt(at + 1 + i);
          all &= typed.charAt(kept + i) == next || typed.charAt(kept + i) == initialOf(next);
        }
        return all ? moved + 1 : 0;
      }
    }
    return 0;
  }

  private static int finalOf(char syllable) {
    return syllable < FIRST_SYLLABLE || syllable > LAST_SYLLABLE
        ? 0
        : (syllable - FIRST_SYLLABLE) % SYLLABLES_OF_VOWEL;
  }

  private static char initialOf(char syllable) {
    return syllable < FIRST_SYLLABLE || syllable > LAST_SYLLABLE
        ? syllable
        : INITIALS.charAt((syllable - FIRST_SYLLABLE) / SYLLABLES_OF_INITIAL);
  }
}
