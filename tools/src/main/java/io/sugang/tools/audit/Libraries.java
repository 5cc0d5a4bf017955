package io.sugang.tools.audit;

import io.sugang.tools.workspace.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The libraries in the jar of the service and in the page, as the builds wrote them down. */
final class Libraries {
  private static final String SBOM = "/META-INF/sbom/application.cdx.json";
  private static final String PAGE_SBOM = "/META-INF/sbom/web.cdx.json";

  /** A WebJar holds a package of npm, and vulnerabilities are known by that name. */
  private static final Pattern WEB_JAR =
      Pattern.compile("pkg:maven/org\\.webjars\\.npm/(?:([^/@]+?)__)?([^/@]+)@(.+)");

  private Libraries() {}

  /**
   * Package URLs of the libraries of this jar, without qualifiers, in the order of the SBOM.
   *
   * @throws Failure when the SBOM is missing, another program's, or empty
   */
  static List<String> ofThisJar() {
    return ofResource(SBOM, "sugang");
  }

  /** Package URLs of the libraries of the page; those of WebJars as npm names them. */
  static List<String> ofPage() {
    return ofResource(PAGE_SBOM, "sugang-web").stream().map(Libraries::byNpm).toList();
  }

  private static String byNpm(String library) {
    Matcher webJar = WEB_JAR.matcher(library);
    if (!webJar.matches()) {
      return library;
    }
    String scope = webJar.group(1) == null ? "" : "%40" + webJar.group(1) + "/";
    return "pkg:npm/" + scope + webJar.group(2) + "@" + webJar.group(3);
  }

  private static List<String> ofResource(String name, String program) {
    try (InputStream sbom = Libraries.class.getResourceAsStream(name)) {
      if (sbom == null) {
        throw new Failure("the jar has no SBOM (" + name + "); build it with ./sugang up --build");
      }
      return of(new JsonMapper().readTree(sbom), program);
    } catch (IOException | JacksonException unreadable) {
      throw new Failure("the SBOM of the jar cannot be read: " + unreadable.getMessage());
    }
  }

  /** Package URLs of the libraries of a jar of the service. */
  static List<String> of(Path jar) {
    try (var file = new JarFile(jar.toFile())) {
      var entry = file.getEntry(SBOM.substring(1));
      if (entry == null) {
        throw new Failure("the jar has no SBOM (" + SBOM + "); build it with ./sugang up --build");
      }
      try (InputStream sbom = file.getInputStream(entry)) {
        return of(new JsonMapper().readTree(sbom), "sugang");
      }
    } catch (IOException | JacksonException unreadable) {
      throw new Failure("the SBOM of the jar cannot be read: " + unreadable.getMessage());
    }
  }

  private static List<String> of(JsonNode sbom, String expected) {
    String program = sbom.at("/metadata/component/name").asString("");
    if (!program.equals(expected)) {
      throw new Failure(
          "the SBOM that was found is of \"%s\", not of %s".formatted(program, expected));
    }
    List<String> libraries = new ArrayList<>();
    for (JsonNode component : sbom.path("components")) {
      String purl = component.path("purl").asString("");
      if (purl.isEmpty()) {
        throw new Failure(
            "the SBOM has a library without a package URL: " + component.path("name"));
      }
      // "?type=jar" says nothing that a vulnerability database knows.
      libraries.add(purl.replaceFirst("\\?.*", ""));
    }
    if (libraries.isEmpty()) {
      throw new Failure("the SBOM of the jar names no libraries");
    }
    return libraries;
  }
}
