package io.sugang.lab.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads the texts of a Java file that a person reads: string literals of at least three words, with
 * the literals that {@code +} joins to them.
 *
 * <p>Statements of SQL are left out, and so are names, keys and paths.
 */
final class Literals {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<skip>/\\*.*?\\*/|//[^\\n]*|"
              + Strings.SINGLE_QUOTED
              + ")|(?<block>"
              + Strings.TEXT_BLOCK
              + ")|(?<text>"
              + Strings.QUOTED
              + ("(?:\\s*\\+\\s*" + Strings.QUOTED + ")*)"),
          Pattern.DOTALL);
  private static final Pattern STRING = Pattern.compile(Strings.QUOTED);
  private static final Pattern END_OF_LINE = Pattern.compile("%n|\\\\n");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
  private static final Pattern SQL =
      Pattern.compile(
          "\\b(?:SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|CASE|WITH|GROUP BY|ORDER BY|SET)\\b");
  private static final Pattern THREE_WORDS =
      Pattern.compile("\\p{L}\\S*\\s+\\S*\\p{L}\\S*\\s+\\S*\\p{L}");

  /** A text and the line that it begins on. */
  record Message(int line, String text) {}

  private Literals() {}

  static List<Message> in(String source) {
    List<Message> texts = new ArrayList<>();
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      if (token.group("skip") != null) {
        continue;
      }
      String text =
          token.group("block") == null ? joined(token.group("text")) : lines(token.group("block"));
      if (!SQL.matcher(text).find() && THREE_WORDS.matcher(text).find()) {
        int line =
            1 + (int) source.substring(0, token.start()).chars().filter(c -> c == '\n').count();
        texts.add(new Message(line, text.strip()));
      }
    }
    return texts;
  }

  /** Each line of a text block is an item: such blocks are tables and pages. */
  private static String lines(String block) {
    return block
        .replace("\"\"\"", "")
        .lines()
        .map(line -> "- " + line.strip())
        .collect(Collectors.joining("\n"));
  }

  private static String joined(String literals) {
    String text =
        STRING
            .matcher(literals)
            .results()
            .map(literal -> literal.group().substring(1, literal.group().length() - 1))
            .collect(Collectors.joining());
    text = END_OF_LINE.matcher(text).replaceAll("\n\n");
    return ESCAPE.matcher(text).replaceAll("$1");
  }
}
