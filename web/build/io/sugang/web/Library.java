package io.sugang.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;

/** The files of lit-html, from the WebJar on the class path. */
final class Library {
  /** The folder in which the page finds them. */
  static final String FOLDER = "lib/lit-html/";

  private static final String PROPERTIES =
      "/META-INF/maven/org.webjars.npm/lit-html/pom.properties";

  private final String folder;

  Library() {
    try (InputStream stream = Library.class.getResourceAsStream(PROPERTIES)) {
      if (stream == null) {
        throw new IllegalStateException("the WebJar of lit-html is not on the class path");
      }
      var properties = new Properties();
      properties.load(stream);
      folder =
          "/META-INF/resources/webjars/lit-html/%s/".formatted(properties.getProperty("version"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Returns the text of a file, without the last line that names a source map, which is not served.
   *
   * @param path below {@link #FOLDER}
   */
  Optional<String> text(String path) {
    try (InputStream stream =
        Library.class.getResourceAsStream(folder + path.substring(FOLDER.length()))) {
      if (stream == null) {
        return Optional.empty();
      }
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return Optional.of(text.replaceFirst("\n//# sourceMappingURL=\\S*\\s*$", "\n"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
