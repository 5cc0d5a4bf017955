package io.sugang.tools.docs;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A checker of the sentences in a Markdown document: length, numbers and phrases that the glossary
 * replaces.
 *
 * <p>Code blocks, tables, headings and comments are left out. A code span counts as one word, and
 * its digits are no numbers. Runs without a build: {@code java Prose.java [--strict] FILE...}
 * prints {@code file:line: problem} and exits with 1 when a sentence breaks a limit. Of a source
 * file it checks the comments. {@code --strict} also prints, but does not fail for, sentences above
 * the lengths to aim at.
 */
public final class Prose {
  static final int MEAN_WORDS = 22;
  static final int MOST_WORDS = 30;
  static final int MOST_NUMBERS = 3;

  /** Comments, messages and commits. */
  static final int MOST_WORDS_OUTSIDE = 40;

  private static final int MOST_NUMBERS_OUTSIDE = 4;
  private static final int WORDS_TO_AIM_AT = 25;
  private static final int NUMBERS_TO_AIM_AT = 2;

  /** Fragments such as the name of a file in a list would only lower the mean. */
  private static final int FEWEST_WORDS = 3;

  private static final Pattern PHRASES =
      Pattern.compile(
          "(?<!-)\\b(nobody|somebody|who(?:m|so)?ever|who comes|these sources|as before|is given"
              + "|(?!(?-i:WANTED))wanted|beside|told|wish(?:es|ed)?|(?:go|goes|lets?) on|the own"
              + "|puts? off)\\b(?!-)|(?<!(?:thing|one|body|where|what|who) )\\b(else)\\b"
              + "|(당첨|누가 접속하는지 압니다|행의 잠금 뒤에서|문제 설명|시간 한계|모두 잃거나)",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*+]|\\d+[.)])\\s+(.*)");
  private static final Pattern QUOTE = Pattern.compile("^\\s*>\\s?");
  private static final Pattern LEFT_OUT =
      Pattern.compile("\\s*(?:\\||#{1,6} |!\\[|\\[[^]]+]: |(?:-{3,}|={3,}|\\*{3,})\\s*$).*");
  private static final Pattern CODE = Pattern.compile("(`+)(.+?)\\1", Pattern.DOTALL);
  private static final Pattern LINK =
      Pattern.compile("!?\\[([^]]*)]\\([^)\\s]*(?:\\s+\"[^\"]*\")?\\)");
  private static final Pattern ADDRESS = Pattern.compile("<?https?://[^\\s>]+>?");
  private static final Pattern END =
      Pattern.compile("(?<!\\b(?:e\\.g|i\\.e|vs|etc|cf|No)\\.)(?<=[.!?])[)\"'”’*_]*(?:\\s+|$)");
  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

  /** What names a thing is no figure. */
  private static final Pattern NAMED =
      Pattern.compile("\\b(?:[Dd]ecisions?|[Rr]ules?|RFC|HTTP) ?/?[\\d.]+(?:,? (?:and|to) \\d+)?");

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\p{N}_])\\d+(?:[.,:]\\d+)*");

  /** A sentence as it is counted, and the line that it begins on. */
  record Sentence(int line, String text) {
    int words() {
      return (int) WORD.matcher(text).results().count();
    }

    int numbers() {
      String figures = DATE.matcher(NAMED.matcher(text).replaceAll("N")).replaceAll("1");
      return (int) NUMBER.matcher(figures).results().count();
    }
  }

  /** What a sentence or a document breaks. */
  enum Limit {
    MEAN,
    WORDS,
    NUMBERS,
    PHRASES
  }

  /** A limit that a document breaks; line 0 is the document as a whole. */
  record Problem(Limit limit, int line, String text) {}

  private Prose() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    boolean strict = false;
    int problems = 0;
    for (String argument : arguments) {
      if (argument.equals("--strict")) {
        strict = true;
        continue;
      }
      Optional<Comments> syntax = Sources.syntax(Path.of(argument));
      String text = Files.readString(Path.of(argument));
      String document = syntax.map(comments -> comments.in(text)).orElse(text);
      for (Problem problem : syntax.isEmpty() ? problems(document) : sentenceProblems(document)) {
        out.println(argument + ":" + problem.line() + ": " + problem.text());
        problems++;
      }
      if (strict) {
        for (Sentence sentence : sentences(document)) {
          if (sentence.words() > WORDS_TO_AIM_AT || sentence.numbers() > NUMBERS_TO_AIM_AT) {
            out.printf(
                "%s:%d: note: %d words, %d numbers: %s%n",
                argument,
                sentence.line(),
                sentence.words(),
                sentence.numbers(),
                beginning(sentence.text()));
          }
        }
      }
      out.printf(Locale.ROOT, "%s: mean %.1f words%n", argument, mean(sentences(document)));
    }
    if (problems > 0) {
      System.exit(1);
    }
  }

  /** Returns what breaks a limit in a document, with the mean of its sentences. */
  static List<Problem> problems(String document) {
    List<Problem> problems = sentenceProblems(document, MOST_WORDS, MOST_NUMBERS);
    double mean = mean(sentences(document));
    if (mean > MEAN_WORDS) {
      problems.add(
          new Problem(
              Limit.MEAN,
              0,
              String.format(
                  Locale.ROOT, "mean sentence %.1f words, at most %d", mean, MEAN_WORDS)));
    }
    return problems;
  }

  /**
   * Returns what a message breaks. Its numbers are not counted, because a message shows formats,
   * bounds and defaults.
   */
  public static List<String> problemsOfMessage(String message) {
    return sentenceProblems(message).stream()
        .filter(problem -> problem.limit() != Limit.NUMBERS)
        .map(Problem::text)
        .toList();
  }

  /** Returns what single sentences outside of a document break. */
  static List<Problem> sentenceProblems(String text) {
    return sentenceProblems(text, MOST_WORDS_OUTSIDE, MOST_NUMBERS_OUTSIDE);
  }

  private static List<Problem> sentenceProblems(String text, int mostWords, int mostNumbers) {
    List<Problem> problems = new ArrayList<>();
    for (Sentence sentence : sentences(text)) {
      if (sentence.words() > mostWords) {
        problems.add(
            new Problem(
                Limit.WORDS,
                sentence.line(),
                "%d words, at most %d: %s"
                    .formatted(sentence.words(), mostWords, beginning(sentence.text()))));
      }
      if (sentence.numbers() > mostNumbers) {
        problems.add(
            new Problem(
                Limit.NUMBERS,
                sentence.line(),
                "%d numbers, at most %d: %s"
                    .formatted(sentence.numbers(), mostNumbers, beginning(sentence.text()))));
      }
      Matcher phrase = PHRASES.matcher(sentence.text());
      while (phrase.find()) {
        problems.add(
            new Problem(
                Limit.PHRASES,
                sentence.line(),
                "say it otherwise: '%s': %s"
                    .formatted(phrase.group(), beginning(sentence.text()))));
      }
    }
    return problems;
  }

  static double mean(List<Sentence> sentences) {
    return sentences.stream()
        .mapToInt(Sentence::words)
        .filter(words -> words >= FEWEST_WORDS)
        .average()
        .orElse(0);
  }

  static List<Sentence> sentences(String document) {
    List<Sentence> sentences = new ArrayList<>();
    Block block = new Block();
    boolean fenced = false;
    boolean comment = false;
    int number = 0;
    for (String raw : document.split("\n", -1)) {
      number++;
      String line = QUOTE.matcher(raw).replaceFirst("");
      if (line.strip().startsWith("```") || line.strip().startsWith("~~~")) {
        fenced = !fenced;
        block.endInto(sentences);
        continue;
      }
      if (fenced) {
        continue;
      }
      if (line.strip().startsWith("<!--")) {
        comment = true;
      }
      if (comment) {
        comment = !line.contains("-->");
        block.endInto(sentences);
        continue;
      }
      if (line.isBlank() || LEFT_OUT.matcher(line).matches()) {
        block.endInto(sentences);
        continue;
      }
      Matcher item = ITEM.matcher(line);
      if (item.matches()) {
        block.endInto(sentences);
        block.add(number, item.group(1));
      } else {
        block.add(number, line);
      }
    }
    block.endInto(sentences);
    return sentences;
  }

  private static String plain(String markdown) {
    // A span over two lines keeps its end of line, by which the line of a sentence is counted.
    String text =
        CODE.matcher(markdown).replaceAll(span -> span.group(2).contains("\n") ? "CODE\n" : "CODE");
    text = LINK.matcher(text).replaceAll(link -> Matcher.quoteReplacement(link.group(1)));
    return ADDRESS.matcher(text).replaceAll("ADDRESS").replace("**", "");
  }

  private static String beginning(String text) {
    return text.length() <= 70 ? text : text.substring(0, 70) + "...";
  }

  /** The lines of a paragraph or of an item in a list. */
  private static final class Block {
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> lines = new ArrayList<>();

    void add(int line, String content) {
      if (!text.isEmpty()) {
        text.append('\n');
      }
      lines.add(line);
      text.append(content.strip());
    }

    /** Ends the block: its sentences are added, and the next one begins empty. */
    void endInto(List<Sentence> sentences) {
      String plain = plain(text.toString());
      int from = 0;
      Matcher end = END.matcher(plain);
      while (from < plain.length()) {
        boolean found = end.find(from);
        int to = found ? end.end() : plain.length();
        String sentence = plain.substring(from, to).strip();
        if (!sentence.isEmpty()) {
          int index = (int) plain.substring(0, from).chars().filter(c -> c == '\n').count();
          sentences.add(
              new Sentence(
                  lines.get(Math.min(index, lines.size() - 1)), sentence.replace('\n', ' ')));
        }
        from = to;
      }
      text.setLength(0);
      lines.clear();
    }
  }
}
