package io.sugang.tools.report;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/** A Mustache template among the resources of a class. */
public final class Page {
  // Apostrophes need no escape: attributes have double quotes. Only coordinates are Doubles.
  private static final Mustache.Compiler MUSTACHE =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withEscaper(
              Escapers.simple(
                  new String[][] {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}}))
          .withFormatter(
              value -> value instanceof Double number ? point(number) : value.toString());

  private Page() {}

  /**
   * Returns the template filled with data.
   *
   * @param owner class in whose package the template lies
   * @param template name of the file
   * @param data a record or a map
   */
  public static String of(Class<?> owner, String template, Object data) {
    try (Reader text =
        new InputStreamReader(
            Objects.requireNonNull(owner.getResourceAsStream(template)), StandardCharsets.UTF_8)) {
      return MUSTACHE.compile(text).execute(data);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static String point(double coordinate) {
    return String.format(Locale.ROOT, "%.1f", coordinate);
  }
}
