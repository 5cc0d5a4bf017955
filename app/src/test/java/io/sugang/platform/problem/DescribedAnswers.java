package io.sugang.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The answers that {@code docs/openapi.json} describes. {@code ApiDocumentIntegrationTests} shows
 * that the file is the document of the service.
 */
public final class DescribedAnswers {
  private static final JsonNode DOCUMENT = read(Path.of("..", "docs", "openapi.json"));
  private static final Map<JsonNode, JsonSchema> SCHEMAS = new ConcurrentHashMap<>();

  private DescribedAnswers() {}

  /**
   * Requires that the document has the answer: its status, its type, and its body by its schema.
   */
  public static HttpResponse<String> mustHave(HttpResponse<String> answer) {
    String path = answer.request().uri().getPath();
    String method = answer.request().method().toLowerCase(Locale.ROOT);
    JsonNode described =
        operation(path).path(method).path("responses").path(Integer.toString(answer.statusCode()));
    String name = "%s %s: %d".formatted(method, path, answer.statusCode());
    assertThat(described.isMissingNode()).as(name).isFalse();
    String type =
        answer.headers().firstValue("Content-Type").orElse("").replaceFirst(";.*", "").strip();
    if (type.endsWith("json")) {
      JsonNode schema = described.path("content").path(type).path("schema");
      assertThat(schema.isMissingNode()).as(name + " as " + type).isFalse();
      assertThat(
              SCHEMAS
                  .computeIfAbsent(schema, DescribedAnswers::compiled)
                  .validate(answer.body(), InputFormat.JSON))
          .as("%s %s", name, answer.body())
          .isEmpty();
    }
    return answer;
  }

  // The references of a schema lead into the document.
  private static JsonSchema compiled(JsonNode schema) {
    ObjectNode root = schema.deepCopy();
    root.set("components", DOCUMENT.path("components"));
    return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(root);
  }

  private static JsonNode operation(String path) {
    // A name in the path of one may be a parameter of another.
    return DOCUMENT.path("paths").properties().stream()
        .filter(one -> path.matches(pattern(one.getKey())))
        .min((one, other) -> Integer.compare(parameters(one.getKey()), parameters(other.getKey())))
        .map(Map.Entry::getValue)
        .orElseThrow(() -> new AssertionError("The document has no " + path));
  }

  private static int parameters(String template) {
    return template.split("\\{", -1).length;
  }

  private static String pattern(String template) {
    return Pattern.compile("\\{[^}]*}")
        .splitAsStream(template)
        .map(Pattern::quote)
        .reduce((one, next) -> one + "[^/]*" + next)
        .map(found -> template.endsWith("}") ? found + "[^/]*" : found)
        .orElseThrow();
  }

  private static JsonNode read(Path file) {
    try {
      return Objects.requireNonNull(new ObjectMapper().readTree(file.toFile()));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
