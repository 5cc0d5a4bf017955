package io.sugang.lab.docs;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the comments of a source file as Markdown that {@link Prose} checks. Each line stays on its
 * line, code becomes a blank line, and tags of Javadoc become code spans, items and paragraphs.
 */
enum Comments {
  JAVA(
      Strings.TEXT_BLOCK + "|" + Strings.QUOTED + "|" + Strings.SINGLE_QUOTED,
      Strings.STARRED,
      "//"),
  /** JavaScript and Go. */
  JAVASCRIPT(
      Strings.QUOTED + "|" + Strings.SINGLE_QUOTED + "|" + Strings.BACK_QUOTED,
      Strings.STARRED,
      "//"),
  LUA(Strings.QUOTED + "|" + Strings.SINGLE_QUOTED, "--\\[\\[.*?]]", "--"),
  SQL("\"[^\"]*+\"|'[^']*+'|`[^`]*+`", Strings.STARRED, "-- "),
  /** Shell, YAML and settings; a word that begins with {@code #} in a text counts as a comment. */
  HASH(Strings.NEVER, Strings.NEVER, "(?<!\\S)#(?![!{])"),
  TLA(Strings.QUOTED, "\\(\\*.*?\\*\\)", "\\\\\\*");

  /** Comments for a tool, such as the formatter or an inspection. */
  private static final Pattern DIRECTIVE =
      Pattern.compile(
          "(?:language=|noinspection |spotless:|@formatter:|#include |include |NOSONAR|-{3,}).*");

  /** A row of a table in a comment: columns with two blanks and more between them. */
  private static final Pattern ROW = Pattern.compile("\\S+(?: \\S+)*? {2,}\\S.*");

  private static final Pattern INLINE_TAG =
      Pattern.compile("\\{@(\\w+)\\s*((?:[^{}]|\\{[^{}]*})*)}");
  private static final Pattern LINK = Pattern.compile("(?s)[^\\s(]+(?:\\([^)]*\\))?\\s+(\\S.*)");
  private static final Pattern ELEMENT_OF_CODE =
      Pattern.compile(
          "(?s)<(code|tt)>(.*?)</\\1>|<a [^>]*>|</?(?:p|ul|ol|b|i|em|strong|a|br|dl)/?>");
  private static final Pattern PREFORMATTED = Pattern.compile("(?s)<(pre|table)\\b.*?</\\1>");
  private static final Pattern BLOCK_TAG =
      Pattern.compile("(?m)^(\\s*)@(?:(param|throws) (\\S+)|(\\w+))");

  /** A tag of JSDoc with a type in braces, and the name behind it. */
  private static final Pattern TYPED_TAG =
      Pattern.compile(
          "@\\w+\\s+\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*})*})*}(?:[ \\t]+\\[?[\\w.$]+(?:=[^]]*)?]?)?");

  private static final Pattern LEADER = Pattern.compile("^(?:/{2,}|--|#+|\\\\\\*)");
  private static final Pattern MARGIN = Pattern.compile("(?m)^[ \\t]*\\*(?!/) ?");

  private final Pattern token;

  /**
   * @param literals what a comment cannot begin in
   * @param block a comment that may have several lines
   * @param line the begin of a comment that lasts until the end of its line
   */
  Comments(String literals, String block, String line) {
    token =
        Pattern.compile(
            literals + "|(?<block>" + block + ")|(?<line>" + line + "[^\\n]*)", Pattern.DOTALL);
  }

  /** Returns the comments of {@code source}, with as many lines as the source has. */
  String in(String source) {
    StringBuilder text = new StringBuilder();
    int line = 0;
    int written = 0;
    int from = 0;
    Matcher matcher = token.matcher(source);
    while (matcher.find()) {
      String block = matcher.group("block");
      String single = matcher.group("line");
      if (block == null && single == null) {
        continue;
      }
      line += lines(source, from, matcher.start());
      from = matcher.start();
      boolean alone = source.substring(source.lastIndexOf('\n', from - 1) + 1, from).isBlank();
      text.repeat("\n", line - written);
      written = line;
      String comment = block != null ? block(block) : single(single);
      // What stands behind code is a text of its own.
      String content = alone ? comment : "- " + comment.stripLeading();
      text.append(content);
      written += lines(content, 0, content.length());
    }
    return text.repeat("\n", lines(source, 0, source.length()) - written).toString();
  }

  private static int lines(String text, int from, int to) {
    return (int) text.substring(from, to).chars().filter(c -> c == '\n').count();
  }

  private static String single(String comment) {
    String text = LEADER.matcher(comment).replaceFirst("").strip();
    if (DIRECTIVE.matcher(text).matches()) {
      return "";
    }
    return ROW.matcher(text).matches() ? "- " + text : text;
  }

  private static String block(String comment) {
    String text =
        comment
            .replaceFirst("^(?:/\\*+|--\\[\\[|\\(\\*+)", "")
            .replaceFirst("(?:\\*+/|]]|\\*+\\))$", "");
    text = MARGIN.matcher(text).replaceAll("");
    text = PREFORMATTED.matcher(text).replaceAll(found -> blank(found.group()));
    text = TYPED_TAG.matcher(text).replaceAll(tag -> "- `type`" + blank(tag.group()));
    text =
        INLINE_TAG
            .matcher(text)
            .replaceAll(tag -> Matcher.quoteReplacement(inline(tag.group(1), tag.group(2))));
    text =
        ELEMENT_OF_CODE
            .matcher(text)
            .replaceAll(element ->
                Matcher.quoteReplacement(element.group(2) == null ? "" : code(element.group(2))));
    text = text.replaceAll("(?m)^[ \\t]*<li>\\s*", "- ").replaceAll("</?li>", "");
    return BLOCK_TAG
        .matcher(text)
        .replaceAll(tag ->
            tag.group(3) == null ? "$1- " : "$1- `" + Matcher.quoteReplacement(tag.group(3)) + "`");
  }

  private static String inline(String tag, String content) {
    if (List.of("link", "linkplain").contains(tag)) {
      Matcher link = LINK.matcher(content);
      return link.matches() ? link.group(1) : code(content);
    }
    return code(content);
  }

  private static String code(String content) {
    return "`" + content.replace("`", "'") + "`";
  }

  private static String blank(String text) {
    return "\n".repeat(lines(text, 0, text.length()));
  }
}
