package io.sugang.web;

import java.util.regex.Pattern;

/**
 * Comments for readers of the source, which no browser needs: a fifth of the page's bytes. Lines
 * keep their numbers, so what a browser reports is found in the source.
 */
final class Comments {
  private static final Pattern LINE = Pattern.compile("^[ \\t]*//[^\\n]*$", Pattern.MULTILINE);
  private static final Pattern DOC =
      Pattern.compile("^[ \\t]*/\\*\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/[ \\t]*$", Pattern.MULTILINE);
  private static final Pattern TYPE = Pattern.compile("/\\*\\* @type [^\\n]*?\\*/ ?");

  private Comments() {}

  /**
   * Returns a module without its comments. Only these forms are removed: {@code /** ... *}{@code /}
   * and {@code //} on lines of their own, and types as {@code /** @type {string} *}{@code /}. A
   * template must not have a line that begins like one.
   */
  static String removedFrom(String module) {
    String withoutDocs =
        DOC.matcher(module).replaceAll(found -> "\n".repeat(lineBreaks(found.group())));
    return LINE.matcher(TYPE.matcher(withoutDocs).replaceAll("")).replaceAll("");
  }

  private static int lineBreaks(String text) {
    return (int) text.chars().filter(character -> character == '\n').count();
  }
}
