package io.sugang.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the build makes of the files of a page. */
class SiteTests {
  @TempDir private Path folder;

  @BeforeEach
  void aSmallPage() throws IOException {
    write(
        "index.html",
        """
        <html><head><link rel="stylesheet" href="./style/base.css">
        <script type="module" src="./student/app.js"></script></head></html>
        """);
    write("style/base.css", "body { margin: 0 }");
    write(
        "student/app.js",
        """
        import { html } from "../lib/lit-html/lit-html.js";
        import { repeat } from '../lib/lit-html/directives/repeat.js';
        import "./list.js";
        export const later = () => import("../text/en.js");
        """);
    write("student/list.js", "export * from '../text/ko.js'");
    write("text/ko.js", "export default {}");
    write("text/en.js", "export default {}");
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve("src").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Site site() {
    return new Site(folder.resolve("src"));
  }

  private Path written(Site site) {
    Path target = folder.resolve(site.digest());
    site.write(target);
    return target;
  }

  @Test
  void filesOfTheLibraryComeWithWhatTheyImport() throws IOException {
    Site site = site();
    Path target = written(site);
    for (String path : new String[] {"lit-html.js", "directives/repeat.js", "directive.js"}) {
      assertThat(target.resolve(site.path("lib/lit-html/" + path))).isNotEmptyFile();
    }
    assertThat(target.resolve(site.path("lib/lit-html/directives/live.js"))).doesNotExist();
    assertThat(Files.readString(target.resolve(site.path("lib/lit-html/lit-html.js"))))
        .doesNotContain("sourceMappingURL");
  }

  @Test
  void theDocumentFetchesAtOnceWhatItsModulesImport() throws IOException {
    Site site = site();
    String document = Files.readString(written(site).resolve("index.html"));
    assertThat(document)
        .contains("href=\"/" + site.path("style/base.css") + '"')
        .contains("src=\"/" + site.path("student/app.js") + '"')
        .contains("<link rel=\"modulepreload\" href=\"/" + site.path("student/list.js") + "\">")
        .contains("<link rel=\"modulepreload\" href=\"/" + site.path("text/ko.js") + "\">")
        .contains(site.path("lib/lit-html/directive-helpers.js"))
        .doesNotContain("en.js", "\"./");
  }

  @Test
  void eachFileIsThereAsGzipToo() throws IOException {
    Site site = site();
    Path target = written(site);
    for (String path : new String[] {"index.html", site.path("style/base.css")}) {
      try (var gzip = new GZIPInputStream(Files.newInputStream(target.resolve(path + ".gz")))) {
        assertThat(gzip.readAllBytes()).isEqualTo(Files.readAllBytes(target.resolve(path)));
      }
    }
  }

  @Test
  void anAddressNeverHasOtherContents() throws IOException {
    String before = site().path("style/base.css");
    assertThat(site().path("style/base.css")).isEqualTo(before);
    write("style/base.css", "body { margin: 1px }");
    assertThat(site().path("style/base.css")).isNotEqualTo(before);
  }

  @Test
  void theSizeCountsAllThatTheDocumentMayLoad() {
    Site site = site();
    Map<String, Integer> sizes = site.sizes("index.html");
    assertThat(sizes)
        .containsKeys("index.html", site.path("text/en.js"), site.path("lib/lit-html/lit-html.js"))
        .hasSize(10);
    assertThat(sizes.values()).allMatch(size -> size > 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import { html } from 'lit-html';",
        "import 'https://example.org/x.js';",
        "import './missing.js';",
        "import { x } from '../lib/lit-html/missing.js';",
        "import '../../../outside.js';",
      })
  void anImportThatNoBrowserCouldLoadIsAFault(String line) throws IOException {
    write("student/list.js", "\n" + line);
    assertThatThrownBy(this::site)
        .isInstanceOf(SiteFault.class)
        .hasMessageStartingWith("student/list.js:2: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>alert(1)</script>",
        "<style>b {}</style>",
        "<b style=\"color: red\"></b>",
        "<b onclick='x()'></b>",
        "<base href=\"./\">",
        "<img src=\"https://example.org/x.png\">",
        "<script src=\"./missing.js\"></script>",
      })
  void whatThePolicyRefusesIsAFault(String line) throws IOException {
    write("index.html", "<html><head></head>\n" + line + "</html>");
    assertThatThrownBy(this::site)
        .isInstanceOf(SiteFault.class)
        .hasMessageStartingWith("index.html:2: ");
  }

  @Test
  void aSiteIsWrittenOnce() {
    Site site = site();
    Path target = written(site);
    assertThatThrownBy(() -> site.write(target)).isInstanceOf(RuntimeException.class);
    assertThat(target.resolve("index.html")).content(StandardCharsets.UTF_8).contains("page/");
  }
}
