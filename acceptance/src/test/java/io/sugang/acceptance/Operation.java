package io.sugang.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/** An operation of {@code docs/openapi.json}. */
record Operation(String method, String path) {
  private static final long NO_COURSE = 99_999_999;

  /** What is answered without a session. */
  private static final Set<String> PUBLIC =
      Set.of(
          "GET /api/courses",
          "GET /api/courses/{id}",
          "GET /api/departments",
          "GET /api/seats",
          "GET /problems/{slug}",
          "POST /api/session",
          "GET /api/session",
          "DELETE /api/session",
          "GET /api/session/oidc",
          "GET /api/session/oidc/callback");

  static List<Operation> all() {
    List<Operation> operations = new ArrayList<>();
    try {
      new JsonMapper()
          .readTree(Files.readString(Path.of("..", "docs", "openapi.json")))
          .path("paths")
          .forEachEntry((path, methods) ->
              methods.forEachEntry((method, _) ->
                  operations.add(new Operation(method.toUpperCase(Locale.ROOT), path))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return operations;
  }

  boolean isPublic() {
    return PUBLIC.contains(toString());
  }

  /** The instances of these tests know no identity provider. */
  boolean asksTheProvider() {
    return path.startsWith("/api/session/oidc");
  }

  boolean namesAStudent() {
    return path.startsWith("/api/students/");
  }

  boolean namesAnEnrollment() {
    return path.endsWith("/enrollments/{id}");
  }

  /** Whether it is for the staff of the desk. */
  boolean isOfTheDesk() {
    return path.startsWith("/api/desk/");
  }

  boolean namesAnOverride() {
    return path.startsWith("/api/me/overrides/");
  }

  boolean asksForAnOverride() {
    return toString().equals("POST /api/me/overrides");
  }

  boolean namesANotice() {
    return path.startsWith("/api/me/notices/");
  }

  boolean enrolls() {
    return method.equals("POST") && path.endsWith("/enrollments") && !ofTheBasket();
  }

  private boolean ofTheBasket() {
    return path.startsWith("/api/me/basket");
  }

  boolean namesACourseOfTheBasket() {
    return path.endsWith("/basket/{courseId}");
  }

  /**
   * Returns a body that names a student and a course where the operation takes them, and otherwise
   * changes nothing.
   */
  String body(long student, long course) {
    if (enrolls()) {
      return "{\"studentId\":%d,\"courseId\":%d}".formatted(student, course);
    }
    return switch (toString()) {
      case "PUT /api/me/basket" -> "{\"courseIds\":[]}";
      case "PUT /api/me/basket/{courseId}" -> "{\"kind\":\"RESERVE\"}";
      case "POST /api/me/basket/enrollments" ->
          "{\"courses\":[{\"courseId\":%d}]}".formatted(NO_COURSE);
      case "POST /api/me/overrides" ->
          "{\"courseId\":%d,\"lifts\":[\"CAPACITY\"],\"text\":\"x\"}".formatted(NO_COURSE);
      case "POST /api/desk/overrides/{id}/decision" ->
          "{\"decision\":\"DECLINE\",\"reason\":\"x\"}";
      default -> method.equals("POST") || method.equals("PUT") ? "{}" : "";
    };
  }

  /** Returns the address with the ids of a student, an enrollment and a course. */
  String address(long student, long enrollment, long course) {
    long id = namesAStudent() ? student : namesAnEnrollment() ? enrollment : course;
    return path.replace("{id}", Long.toString(id))
        .replace("{courseId}", Long.toString(NO_COURSE))
        .replace("{slug}", "course-full");
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
