package io.sugang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lists of libraries in the jar, which a scanner compares with known vulnerabilities. */
class SbomTests {

  @Test
  void theLibrariesOfTheServiceAreListed() throws IOException {
    assertThat(libraries("application.cdx.json", "sugang"))
        .hasSizeGreaterThan(50)
        .allMatch(purl -> purl.matches("pkg:maven/[^?]+@[^?]+\\?type=jar"))
        .anyMatch(purl -> purl.startsWith("pkg:maven/io.lettuce/lettuce-core@"))
        .noneMatch(purl -> purl.contains("/junit"));
  }

  @Test
  void theLibrariesOfThePageAreListed() throws IOException {
    assertThat(libraries("web.cdx.json", "sugang-web"))
        .anyMatch(
            purl -> purl.matches("pkg:maven/org\\.webjars\\.npm/lit-html@[0-9.]+\\?type=jar"));
  }

  private static List<String> libraries(String file, String program) throws IOException {
    var resource = new ClassPathResource("META-INF/sbom/" + file);
    assertThat(resource.exists()).as("%s; a build with -o writes none", resource).isTrue();
    JsonNode sbom = JsonMapper.shared().readTree(resource.getContentAsByteArray());
    assertThat(sbom.at("/metadata/component/name").asString()).isEqualTo(program);
    return sbom.path("components").valueStream().map(part -> part.path("purl").asString()).toList();
  }
}
