package io.sugang.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of this repository. */
class PageTests {
  private static final Path SOURCE = Path.of("src");
  private static final int MOST_BYTES = 60 * 1024;

  private final Site site = new Site(SOURCE);

  @Test
  void theStudentsPageTakesAtMost60Kilobytes() {
    Map<String, Integer> sizes = site.sizes("index.html");
    assertThat(sizes)
        .containsKeys(site.path("text/ko.js"), site.path("text/en.js"))
        .hasSizeGreaterThan(10);
    int all = sizes.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(all).as("bytes of gzip, by file: %s", sizes).isLessThanOrEqualTo(MOST_BYTES);
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
