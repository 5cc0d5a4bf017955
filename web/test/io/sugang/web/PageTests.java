package io.sugang.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of this repository. */
class PageTests {
  private static final Path SOURCE = Path.of("src");
  private static final int MOST_BYTES = 60 * 1024;

  /** At 1.6 Mbit/s they are a quarter of a second. */
  private static final int MOST_AT_FIRST = 55 * 1024;

  private final Site site = new Site(SOURCE);

  @Test
  void theStudentsPageTakesAtMost60Kilobytes() {
    Map<String, Integer> sizes = site.sizes("index.html");
    assertThat(sizes)
        .containsOnlyKeys(
            "index.html",
            site.path("shared/icon.svg"),
            site.path("student/main.js"),
            site.path("student/student.css"),
            site.path("text/early.js"),
            site.path("text/en.js"),
            site.path("text/ko.js"));
    assertThat(sum(sizes)).as("bytes of gzip, by file: %s", sizes).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void theFirstViewNeedsTheWordsOfOneLanguage() {
    for (String language : List.of("ko", "en")) {
      Map<String, Integer> sizes = new TreeMap<>(site.sizes("index.html"));
      assertThat(sizes.remove(site.path("text/" + language + ".js"))).isNotNull();
      assertThat(sum(sizes)).isLessThanOrEqualTo(MOST_AT_FIRST);
    }
  }

  private static int sum(Map<String, Integer> sizes) {
    return sizes.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void bothDocumentsAreThere(@TempDir Path folder) {
    Path target = folder.resolve("site");
    site.write(target);
    assertThat(target.resolve("index.html")).isRegularFile();
    assertThat(target.resolve("desk/index.html")).isRegularFile();
    assertThat(Files.exists(target.resolve(site.path("student/main.js.gz")))).isTrue();
  }
}
