package io.sugang.platform.problem;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;

/** Customizer of the OpenAPI document, which adds the problems that all operations share. */
@Configuration(proxyBeanMethods = false)
class ApiDocument {
  private static final String SCHEMA = "Problem";

  @Bean
  GlobalOpenApiCustomizer apiTitle() {
    return document -> {
      document.setInfo(
          new Info()
              .title("Sugang")
              .version("1")
              .description("Course enrollment. Errors are RFC 9457 problem details."));
      document.setServers(null); // the document is the same behind any address
      ModelConverters.getInstance(true)
          .read(ProblemSchema.class)
          .forEach(document.getComponents()::addSchemas);
    };
  }

  @Bean
  GlobalOperationCustomizer problemResponses() {
    return (operation, handler) -> {
      List<ProblemType> problems = problemsOf(handler.getMethod()).distinct().toList();
      if (!problems.isEmpty()) {
        addProblems(operation, problems);
      }
      return operation;
    };
  }

  /**
   * Returns the problems of all {@link ProblemResponses} of an operation, in the order in which its
   * annotations are written. An annotation that carries some stands for them at its place.
   */
  static Stream<ProblemType> problemsOf(AnnotatedElement annotated) {
    // Not by Spring's search: it gives nearer annotations first, whatever their order.
    return Arrays.stream(annotated.getAnnotations())
        .flatMap(annotation -> {
          if (annotation instanceof ProblemResponses problems) {
            return Arrays.stream(problems.value());
          }
          Class<?> type = annotation.annotationType();
          return AnnotatedElementUtils.isAnnotated(type, ProblemResponses.class)
              ? problemsOf(type)
              : Stream.empty();
        });
  }

  private static void addProblems(Operation operation, List<ProblemType> problems) {
    // NGINX may answer so to every request, and to every body.
    Stream<ProblemType> ofNginx =
        operation.getRequestBody() == null
            ? Stream.of(ProblemType.TOO_MANY_REQUESTS)
            : Stream.of(ProblemType.TOO_MANY_REQUESTS, ProblemType.PAYLOAD_TOO_LARGE);
    Stream.concat(problems.stream(), ofNginx)
        .collect(
            Collectors.groupingBy(type -> type.status().value(), TreeMap::new, Collectors.toList()))
        .forEach((status, types) ->
            operation.getResponses().addApiResponse(String.valueOf(status), problem(types)));
    if (hasQuery(operation)) {
      // The answer of NGINX to a request line that does not fit its buffer.
      operation
          .getResponses()
          .addApiResponse(
              String.valueOf(HttpStatus.URI_TOO_LONG.value()),
              problem("INVALID_REQUEST: The address of a request may have up to 8 KB."));
    }
  }

  private static boolean hasQuery(Operation operation) {
    return operation.getParameters() != null
        && operation.getParameters().stream()
            .anyMatch(parameter -> "query".equals(parameter.getIn()));
  }

  private static ApiResponse problem(List<ProblemType> types) {
    return problem(
        types.stream()
            .map(type -> type.code() + ": " + type.meaning())
            .collect(Collectors.joining("\n\n")));
  }

  private static ApiResponse problem(String description) {
    Schema<?> schema = new Schema<>().$ref("#/components/schemas/" + SCHEMA);
    return new ApiResponse()
        .description(description)
        .content(
            new Content()
                .addMediaType(
                    org.springframework.http.MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                    new MediaType().schema(schema)));
  }
}
