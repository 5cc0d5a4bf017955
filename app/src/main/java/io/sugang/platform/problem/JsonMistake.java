package io.sugang.platform.problem;

import io.sugang.platform.ids.Ids;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Description of a mistake in a JSON body, in the words of the API and not of the parser. */
final class JsonMistake {
  private static final int LONGEST_NAME = 64;

  private JsonMistake() {}

  static String describe(JacksonException mistake) {
    String field = field(mistake);
    return switch (mistake) {
      case UnrecognizedPropertyException unknown ->
          "The field '%s' is unknown; allowed: %s."
              .formatted(field, names(unknown.getKnownPropertyIds()));
      case MismatchedInputException wrong when field.isEmpty() && wrong.getPath().isEmpty() ->
          "The body must be a single JSON object.";
      case MismatchedInputException wrong ->
          "The field '%s' must be %s.".formatted(field, expected(wrong.getTargetType()));
      case InputCoercionException tooLarge ->
          field.isEmpty()
              ? "A number in the body is too large; ids are " + Ids.RANGE + "."
              : "The field '%s' must be %s.".formatted(field, Ids.RANGE);
      case StreamConstraintsException beyond ->
          "A number, text or nesting in the body is longer than allowed.";
      case StreamReadException duplicate when isDuplicate(duplicate) ->
          "A field appears more than once in the body"
              + place(duplicate)
              + "; each may appear once.";
      case StreamReadException malformed -> "The body is not valid JSON" + place(malformed) + ".";
      default ->
          field.isEmpty()
              ? "The body is not valid JSON."
              : "The field '%s' has an invalid value.".formatted(field);
    };
  }

  static String expected(@Nullable Class<?> type) {
    if (type == Long.class || type == long.class) {
      return Ids.RANGE;
    }
    if (type == Integer.class || type == int.class) {
      return "a whole number";
    }
    if (type != null && type.isEnum()) {
      return "one of "
          + Stream.of(type.getEnumConstants())
              .map(String::valueOf)
              .collect(Collectors.joining(", "));
    }
    if (type != null && Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    return type == String.class ? "text in quotes" : "of another type";
  }

  private static boolean isDuplicate(StreamReadException mistake) {
    // The parser has no exception class of its own for this; only the text identifies it.
    return String.valueOf(mistake.getOriginalMessage()).startsWith("Duplicate");
  }

  private static String field(JacksonException mistake) {
    List<JacksonException.Reference> path = mistake.getPath();
    String name =
        path.stream()
            .map(JacksonException.Reference::getPropertyName)
            .map(part -> part == null ? "[]" : part)
            .collect(Collectors.joining("."));
    return shorten(name);
  }

  static String shorten(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
  }

  private static String names(@Nullable Collection<Object> known) {
    if (known == null || known.isEmpty()) {
      return "none";
    }
    TreeSet<String> sorted = new TreeSet<>();
    known.forEach(name -> sorted.add(String.valueOf(name)));
    return String.join(", ", sorted);
  }

  private static String place(JacksonException mistake) {
    TokenStreamLocation location = mistake.getLocation();
    return location == null || location.getLineNr() < 1
        ? ""
        : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
  }
}
