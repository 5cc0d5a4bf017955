package io.sugang.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the texts that the programs show: messages and problems in the code, the description of
 * the API, and the English texts of the pages.
 */
class MessageTests {
  private static final Set<String> TEXTS_OF_THE_API = Set.of("summary", "description", "title");

  private static List<String> problems(Literals.Message message) {
    return Prose.problemsOfMessage(message.text()).stream()
        .map(problem -> message.line() + ": " + problem)
        .toList();
  }

  private static List<String> problems(String source) {
    return Literals.in(source).stream().flatMap(text -> problems(text).stream()).toList();
  }

  @Test
  void everyMessageKeepsTheLimits() throws IOException {
    List<String> problems = new ArrayList<>();
    int texts = 0;
    for (Path file : Sources.all().keySet()) {
      String name = Repository.ROOT.relativize(file).toString();
      if (name.contains("src/main/java/") || name.matches("web/src/(?:desk/)?text/en\\.js")) {
        String source = Files.readString(file);
        texts += Literals.in(source).size();
        problems(source).forEach(problem -> problems.add(name + ":" + problem));
      }
    }
    assertThat(problems).isEmpty();
    assertThat(texts).isGreaterThan(2_000);
  }

  @Test
  void everyTextOfTheApiKeepsTheLimits() throws IOException {
    JsonNode document =
        JsonMapper.shared()
            .readTree(Files.readString(Repository.ROOT.resolve("docs/openapi.json")));
    List<String> texts = new ArrayList<>();
    addTexts(document, "", texts);
    assertThat(
            texts.stream()
                .distinct()
                .flatMap(text -> Prose.sentenceProblems(text).stream())
                .map(Prose.Problem::text))
        .isEmpty();
    assertThat(texts).hasSizeGreaterThan(500);
  }

  private static void addTexts(JsonNode node, String name, List<String> texts) {
    if (node.isString() && TEXTS_OF_THE_API.contains(name)) {
      texts.add(node.asString());
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      addTexts(member.getValue(), member.getKey(), texts);
    }
    if (node.isArray()) {
      node.forEach(item -> addTexts(item, "", texts));
    }
  }

  @Test
  void textsOfAnyDepthAreFoundInTheApi() {
    List<String> texts = new ArrayList<>();
    addTexts(
        JsonMapper.shared()
            .readTree(
                """
                {"paths": [{"summary": "one", "get": {"description": "two", "type": "string"}}],
                 "title": {"description": "three"}}
                """),
        "",
        texts);
    assertThat(texts).containsExactly("one", "two", "three");
  }

  @Test
  void aPhraseInAMessageIsFoundOnItsLineAcrossItsParts() {
    String source =
        """
        class A {
          String a =
              "The student is"
                  + " told the time.";
        }
        """;
    assertThat(Literals.in(source))
        .extracting(Literals.Message::line, Literals.Message::text)
        .containsExactly(tuple(3, "The student is told the time."));
    assertThat(problems(source))
        .containsExactly("3: say it otherwise: 'told': The student is told the time.");
  }

  @Test
  void namesStatementsAndCommentsAreNoMessages() {
    assertThat(
            Literals.in(
                """
                // "One text in a comment"
                String name = "/api/told", key = "told nobody";
                String sql = "SELECT a FROM b WHERE c" + " AND d IS NULL OR ELSE";
                char quote = '"';
                """))
        .isEmpty();
  }

  @Test
  void linesOfATextBlockAreTextsOfTheirOwn() {
    String source = "String a = \"\"\"\n    A first line\n    nobody reads it\n    \"\"\";\n";
    assertThat(problems(source)).hasSize(1).first().asString().startsWith("1: say it otherwise");
  }
}
