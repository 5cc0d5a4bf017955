package io.sugang.web;

import java.util.regex.Pattern;

/**
 * Comments and indentation for readers of the source, which no browser needs: a fifth of the page's
 * bytes. Lines keep their numbers, so what a browser reports is found in the source.
 */
final class Comments {
  private static final Pattern LINE = Pattern.compile("^[ \\t]*//[^\\n]*$", Pattern.MULTILINE);
  private static final Pattern DOC =
      Pattern.compile("^[ \\t]*/\\*\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/[ \\t]*$", Pattern.MULTILINE);
  private static final Pattern STYLE = Pattern.compile("^/\\*[^*]*+\\*/$", Pattern.MULTILINE);
  private static final Pattern INDENT = Pattern.compile("^[ \\t]+", Pattern.MULTILINE);
  private static final Pattern TYPE = Pattern.compile("/\\*\\* @type [^\\n]*?\\*/ ?");

  private Comments() {}

  /**
   * Returns a module without its comments and indentation. Of comments only these forms are
   * removed: {@code /** ... *}{@code /} and {@code //} on lines of their own, and types as {@code
   * /** @type {string} *}{@code /}. A template must not have a line that begins like one, nor one
   * that needs its indentation.
   */
  static String removedFrom(String module) {
    String withoutDocs =
        DOC.matcher(module).replaceAll(found -> "\n".repeat(lineBreaks(found.group())));
    String withoutTypes = TYPE.matcher(withoutDocs).replaceAll("");
    return INDENT.matcher(LINE.matcher(withoutTypes).replaceAll("")).replaceAll("");
  }

  /** Returns a style sheet without indentation and without comments that are lines. */
  static String removedFromStyle(String style) {
    return INDENT.matcher(STYLE.matcher(style).replaceAll("")).replaceAll("");
  }

  private static int lineBreaks(String text) {
    return (int) text.chars().filter(character -> character == '\n').count();
  }
}
