package io.sugang.signin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kind of a browser, from words of its {@code User-Agent}: enough for its user to recognize it.
 * No part of the header is kept.
 */
final class Browser {
  static final String UNKNOWN = "another browser";

  private record Word(String word, String name) {}

  // Browsers name those that they descend from, so the oldest names come last.
  private static final List<Word> PROGRAMS =
      List.of(
          new Word("KAKAOTALK", "KakaoTalk"),
          new Word("Whale/", "Whale"),
          new Word("SamsungBrowser/", "Samsung Internet"),
          new Word("Edg", "Edge"),
          new Word("OPR/", "Opera"),
          new Word("Firefox/", "Firefox"),
          new Word("FxiOS/", "Firefox"),
          new Word("CriOS/", "Chrome"),
          new Word("Chrome/", "Chrome"),
          new Word("Safari/", "Safari"),
          new Word("curl/", "curl"));
  // Phones name the systems of computers too.
  private static final List<Word> SYSTEMS =
      List.of(
          new Word("Android", "Android"),
          new Word("iPhone", "iPhone"),
          new Word("iPad", "iPad"),
          new Word("Windows", "Windows"),
          new Word("Mac OS X", "macOS"),
          new Word("CrOS", "ChromeOS"),
          new Word("Linux", "Linux"));

  private Browser() {}

  /** Returns for example "Firefox on Windows". */
  static String of(@Nullable String userAgent) {
    if (userAgent == null) {
      return UNKNOWN;
    }
    String program = first(PROGRAMS, userAgent);
    String system = first(SYSTEMS, userAgent);
    String known = program == null ? UNKNOWN : program;
    return system == null ? known : known + " on " + system;
  }

  private static @Nullable String first(List<Word> words, String userAgent) {
    for (Word word : words) {
      if (userAgent.contains(word.word())) {
        return word.name();
      }
    }
    return null;
  }
}
