package io.sugang.tools.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that the documents keep short sentences, put figures into tables and use the terms of the
 * glossary.
 */
class ProseTests {
  private static final List<String> REQUIRED =
      List.of(
          "README.md",
          "README.ko.md",
          "CONTRIBUTING.md",
          "SECURITY.md",
          "k6/README.md",
          "ngrinder/README.md",
          "docs/architecture.md",
          "docs/glossary.md",
          "docs/registration.md",
          "docs/spec/README.md");
  private static final int MOST_TERMS = 80;

  private static List<String> problems(String document) {
    return Prose.problems(document).stream().map(Prose.Problem::text).toList();
  }

  @Test
  void everyDocumentKeepsTheLimits() throws IOException {
    List<String> problems = new ArrayList<>();
    int sentences = 0;
    List<Path> documents = Repository.documents();
    assertThat(documents).containsAll(REQUIRED.stream().map(Repository.ROOT::resolve).toList());
    for (Path document : documents) {
      String text = Files.readString(document);
      sentences += Prose.sentences(text).size();
      for (Prose.Problem problem : Prose.problems(text)) {
        problems.add(
            Repository.ROOT.relativize(document) + ":" + problem.line() + ": " + problem.text());
      }
    }
    assertThat(problems).isEmpty();
    assertThat(sentences).isGreaterThan(500);
  }

  @Test
  void theGlossaryHasAtMostEightyTermsEachOnce() throws IOException {
    List<String> terms =
        Files.readAllLines(Repository.ROOT.resolve("docs/glossary.md")).stream()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| English |"))
            .map(line -> line.split("\\|")[1].strip())
            .toList();
    assertThat(terms).doesNotHaveDuplicates().hasSizeBetween(30, MOST_TERMS);
  }

  @Test
  void aLongSentenceIsFoundOnItsLine() {
    String sentence = "word ".repeat(Prose.MOST_WORDS + 1).strip() + ".";
    assertThat(Prose.problems("# Title\n\nShort.\n" + sentence + "\n"))
        .anySatisfy(problem -> {
          assertThat(problem.line()).isEqualTo(4);
          assertThat(problem.text()).startsWith("31 words, at most 30: word word");
        });
    assertThat(
            problems("Short and well. ".repeat(9) + "word ".repeat(Prose.MOST_WORDS).strip() + "."))
        .isEmpty();
  }

  @Test
  void aHighMeanIsFoundThoughEverySentenceIsAllowed() {
    String sentence = "word ".repeat(23).strip() + ". ";
    assertThat(problems(sentence.repeat(5)))
        .containsExactly("mean sentence 23.0 words, at most 22");
    // Names in a list are no sentences that lower it.
    assertThat(problems(sentence.repeat(5) + "\n" + "- `name`\n".repeat(20)))
        .containsExactly("mean sentence 23.0 words, at most 22");
  }

  @Test
  void fourNumbersAreFound() {
    assertThat(problems("It took 1.5, 2, 3-4 ms."))
        .containsExactly("4 numbers, at most 3: It took 1.5, 2, 3-4 ms.");
    assertThat(problems("It took 1.5, 2 and 3,000 ms.")).isEmpty();
  }

  @Test
  void namesDatesAndCodeAreNoNumbers() {
    assertThat(
            problems(
                "By rule 7, [decision 20](decisions/0020-a.md) and RFC 9457 `p(1, 2, 3)` gave a p99"
                    + " of 4 ms on 2026-11-24."))
        .isEmpty();
  }

  @Test
  void listedPhrasesAreFoundInWordsButNotInCode() {
    assertThat(problems("No seat is taken by nobody."))
        .containsExactly("say it otherwise: 'nobody': No seat is taken by nobody.");
    for (String phrase :
        List.of(
            "Whoever",
            "somebody",
            "who comes",
            "these sources",
            "as before",
            "is given",
            "wanted",
            "or else",
            "beside",
            "told",
            "a wish",
            "what goes on",
            "what lets on",
            "the own",
            "put off")) {
      assertThat(problems("It is " + phrase + " that waits.")).as(phrase).hasSize(1);
    }
    assertThat(problems("행의 잠금 뒤에서 정합니다.")).hasSize(1);
    assertThat(
            problems(
                "No other thing and nothing else is `wanted` of `nobody`, and something else"
                    + " besides. A course is WANTED with --beside-me."))
        .isEmpty();
  }

  @Test
  void tablesCodeAndHeadingsAreLeftOut() {
    assertThat(
            Prose.sentences(
                "# Nobody wanted 1, 2, 3, 4, 5\n\n"
                    + "| nobody | 1, 2, 3, 4, 5 |\n"
                    + "|---|---|\n\n"
                    + "```\n"
                    + "nobody\n"
                    + "```\n"
                    + "<!-- nobody\n"
                    + "wanted -->\n"))
        .isEmpty();
  }

  @Test
  void paragraphsAndItemsAreSentencesOfTheirOwn() {
    assertThat(
            Prose.sentences(
                "One is\n"
                    + "here, e.g. this. (Two is.) k6 is\n"
                    + "three:\n\n"
                    + "- four\n"
                    + "- **Five.** six\n"
                    + "  goes on\n"
                    + "1. seven\n"))
        .extracting(Prose.Sentence::line, Prose.Sentence::text)
        .containsExactly(
            tuple(1, "One is here, e.g. this."),
            tuple(2, "(Two is.)"),
            tuple(2, "k6 is three:"),
            tuple(5, "four"),
            tuple(6, "Five."),
            tuple(6, "six goes on"),
            tuple(8, "seven"));
  }
}
