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
    write("student/list.js", "import { name as own } from './name.js';\nown();\n");
    write("student/name.js", "/** Names. */\nexport function name() {\n  return 'list';\n}\n");
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

  private String served(Site site, String file) throws IOException {
    return Files.readString(written(site).resolve(site.path(file)));
  }

  @Test
  void aScriptAndAllThatItImportsAreOneFileInTheOrderInWhichTheyRun() throws IOException {
    assertThat(served(site(), "student/app.js"))
        .containsSubsequence(
            "// lib/lit-html/lit-html.js\n",
            "// lib/lit-html/directive.js\n",
            "// lib/lit-html/directives/repeat.js\n",
            """
            // student/name.js
            const $4=(()=>{

            function name() {
            return 'list';
            }

            return{name}})();
            // student/list.js
            const $5=(()=>{
            const{name:own}=$4;
            own();

            return{}})();
            // student/app.js
            const{html}=$0;
            const{repeat}=$3;

            const later = () => import('./../text/en.js');
            """)
        .doesNotContain("sourceMappingURL", "Names.");
  }

  @Test
  void aModuleThatIsImportedLaterIsAFileOfItsOwn() throws IOException {
    Site site = site();
    assertThat(served(site, "text/en.js")).isEqualTo("export default {}");
    write("text/en.js", "import './ko.js';");
    assertThatThrownBy(this::site)
        .isInstanceOf(SiteFault.class)
        .hasMessageStartingWith("text/en.js:1: ");
  }

  @Test
  void theStylesOfADocumentAreOneFileInTheirOrder() throws IOException {
    write("style/more.css", "p { margin: 0 }");
    write(
        "index.html",
        """
        <html><head>
        <link rel="stylesheet" href="./style/base.css">
        <link rel="stylesheet" href="./style/more.css">
        </head></html>
        """);
    Site site = site();
    Path target = written(site);
    assertThat(target.resolve(site.path("style/more.css")))
        .hasContent("body { margin: 0 }p { margin: 0 }");
    assertThat(target.resolve(site.path("style/base.css"))).doesNotExist();
    assertThat(target.resolve("index.html"))
        .content()
        .containsOnlyOnce("stylesheet")
        .contains(site.path("style/more.css"));
  }

  @Test
  void theDocumentHasTheAddressesOfItsFiles() throws IOException {
    Site site = site();
    assertThat(Files.readString(written(site).resolve("index.html")))
        .contains("href=\"/" + site.path("style/base.css") + '"')
        .contains("src=\"/" + site.path("student/app.js") + '"')
        .doesNotContain("\"./");
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
        .containsOnlyKeys(
            "index.html",
            site.path("style/base.css"),
            site.path("student/app.js"),
            site.path("text/en.js"));
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
        "import * as all from './name.js';",
        "export * from './name.js';",
        "export default {};",
        "import './app.js';",
        "import { other } from './name.js';",
      })
  void whatNoBrowserCouldLoadOrCannotBeJoinedIsAFault(String line) throws IOException {
    write("student/list.js", "\n" + line);
    assertThatThrownBy(this::site)
        .isInstanceOf(SiteFault.class)
        .hasMessageMatching("student/(?:list|app).js:[12]: [^$]*");
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
