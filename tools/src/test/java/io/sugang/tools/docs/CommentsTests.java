package io.sugang.tools.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the comments of all sources keep the limits of sentences and avoid the phrases. */
class CommentsTests {
  private static final String LONG = "word ".repeat(Prose.MOST_WORDS_OUTSIDE).strip();

  private static List<Prose.Problem> problems(Comments syntax, String source) {
    return Prose.sentenceProblems(syntax.in(source));
  }

  @Test
  void everyCommentKeepsTheLimits() throws IOException {
    List<String> problems = new ArrayList<>();
    Map<Comments, Integer> sentences = new EnumMap<>(Comments.class);
    for (var source : Sources.all().entrySet()) {
      Path file = source.getKey();
      String comments = source.getValue().in(Files.readString(file));
      sentences.merge(source.getValue(), Prose.sentences(comments).size(), Integer::sum);
      for (Prose.Problem problem : Prose.sentenceProblems(comments)) {
        problems.add(
            Repository.ROOT.relativize(file) + ":" + problem.line() + ": " + problem.text());
      }
    }
    assertThat(problems).isEmpty();
    assertThat(sentences.get(Comments.JAVA)).isGreaterThan(5_000);
    assertThat(sentences).containsOnlyKeys(Comments.values());
    assertThat(sentences.values()).allSatisfy(count -> assertThat(count).isGreaterThan(20));
  }

  @Test
  void sourcesAreThoseOfAllModulesWithoutMigrations() throws IOException {
    List<String> files =
        Sources.all().keySet().stream()
            .map(file -> Repository.ROOT.relativize(file).toString())
            .toList();
    assertThat(files)
        .contains(
            "app/src/main/java/io/sugang/SugangApplication.java",
            "app/src/main/resources/application.yml",
            "lua/enroll.lua",
            "seed/06-terms.sql",
            "sugang",
            "tools/Dockerfile",
            "web/src/student/app.js")
        .noneMatch(file -> file.contains("db/migration"))
        .noneMatch(file -> file.contains("/target/"));
  }

  @Test
  void aPhraseInJavadocIsFoundOnItsLine() {
    String source =
        """
        package a;

        /**
         * The first one. The client
         * is told the time.
         *
         * @param name of nobody
         */
        class A {}
        """;
    assertThat(problems(Comments.JAVA, source))
        .extracting(Prose.Problem::limit, Prose.Problem::line)
        .containsExactly(tuple(Prose.Limit.PHRASES, 4), tuple(Prose.Limit.PHRASES, 7));
  }

  @ParameterizedTest
  @EnumSource
  void aPhraseInACommentToTheEndOfItsLineIsFound(Comments syntax) {
    String begin =
        switch (syntax) {
          case JAVA, JAVASCRIPT -> "//";
          case LUA, SQL -> "--";
          case HASH -> "#";
          case TLA -> "\\*";
        };
    String source = "a\n" + begin + " It waits for\n" + begin + " nobody.\nb " + begin + " Told.\n";
    assertThat(problems(syntax, source)).extracting(Prose.Problem::line).containsExactly(2, 4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "JAVA | String nobody = \"nobody // told\";",
        "JAVA | char quote = '\\''; String text = \"/* nobody */\";",
        "JAVA | /** The rows of {@code nobody}, and {@link Told#wanted the field}. */",
        "JAVA | // spotless:off nobody",
        "JAVASCRIPT | const url = `http://${told}/nobody`;",
        "LUA | local told = 'nobody -- told'",
        "SQL | SELECT 'nobody -- told', a--b FROM nobody",
        "HASH | echo ${#told} $# nobody#told"
      })
  void codeLiteralsAndDirectivesAreNoComments(Comments syntax, String source) {
    assertThat(problems(syntax, source)).isEmpty();
  }

  @Test
  void textBlocksAreNoComments() {
    assertThat(
            problems(
                Comments.JAVA,
                "String sql = \"\"\"\n  -- // nobody \"told\"\n  \"\"\";\n// nobody\n"))
        .extracting(Prose.Problem::line)
        .containsExactly(4);
  }

  @Test
  void sentencesEndWithTheirCommentTagOrItem() {
    String source =
        """
        /**
         * %1$s.
         *
         * <ul>
         *   <li>%1$s
         *   <li>%1$s
         * </ul>
         *
         * @param a %2$s
         * @return %1$s
         */
        int a; // %1$s
        int b; // %1$s
        """
            .formatted(LONG, LONG.substring("word ".length()));
    assertThat(problems(Comments.JAVA, source)).isEmpty();
    assertThat(problems(Comments.JAVA, source.replace("@return", "@return one")))
        .extracting(Prose.Problem::limit, Prose.Problem::line)
        .containsExactly(tuple(Prose.Limit.WORDS, 10));
  }

  @Test
  void numbersAreCountedInComments() {
    assertThat(problems(Comments.JAVA, "// 1, 2, 3, 4 and 5 ms\n"))
        .extracting(Prose.Problem::limit)
        .containsExactly(Prose.Limit.NUMBERS);
  }
}
