package io.sugang.tools.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documents name files, decisions, packages and scripts that exist. */
class DocumentTests {
  private static final Path ROOT = Repository.ROOT;
  private static final Path DECISIONS = ROOT.resolve("docs/decisions");

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern DECISION_NUMBER =
      Pattern.compile("\\[decision (\\d+)\\]\\(([^)]+)\\)");
  private static final Pattern STATUS =
      Pattern.compile("(Accepted|Superseded|Withdrawn|Proposed)[^\\n]*, \\d{4}-\\d{2}-\\d{2}.*");
  private static final Pattern FORMER_NUMBER = Pattern.compile("\\| (\\d+) (?=\\| \\[\\d+]\\()");
  private static final Pattern SETTING = Pattern.compile("\\$\\{(SUGANG_[A-Z_]+):");
  private static final Pattern SETTING_OF_TEMPLATE = Pattern.compile("(?m)^#(SUGANG_[A-Z_]+)=");
  private static final Pattern COMMAND =
      Pattern.compile("@Command\\(\\s*name = \"([a-z][a-z-]*)\"");
  private static final Pattern CALL = Pattern.compile("\\./sugang ([a-z][a-z-]*)");
  private static final Pattern PACKAGE_ROW =
      Pattern.compile("(?m)^\\| ((?:`[a-z0-9]+`(?:, )?)+) \\|");
  private static final Pattern GROUP_ROW =
      Pattern.compile("(?m)^\\| `([a-z0-9]+)` \\| ([^|]+) \\|");
  private static final Pattern NAME = Pattern.compile("`([a-z0-9]+)`");

  private static Set<Path> documents() throws IOException {
    Set<Path> documents = new TreeSet<>(Repository.documents());
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
    }
    return documents;
  }

  private static String prose(Path document) throws IOException {
    return FENCED.matcher(Files.readString(document)).replaceAll("");
  }

  /** As GitHub makes them: lower case, hyphens for blanks, no punctuation. */
  private static Set<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(prose(document))
        .results()
        .map(heading ->
            heading
                .group(1)
                .toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void linksLeadToFilesAndHeadingsThatExist() throws IOException {
    List<String> broken = new ArrayList<>();
    int checked = 0;
    for (Path document : documents()) {
      Matcher link = LINK.matcher(prose(document));
      while (link.find()) {
        String target = link.group(1);
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        checked++;
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
        boolean leads =
            Files.exists(file)
                && (parts.length == 1
                    || !file.toString().endsWith(".md")
                    || anchors(file).contains(parts[1]));
        if (!leads) {
          broken.add(ROOT.relativize(document) + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(checked).isGreaterThan(50);
  }

  @Test
  void aDecisionIsLinkedByItsOwnNumber() throws IOException {
    List<String> wrong = new ArrayList<>();
    int checked = 0;
    for (Path document : documents()) {
      Matcher decision = DECISION_NUMBER.matcher(prose(document));
      while (decision.find()) {
        checked++;
        String name = Path.of(decision.group(2)).getFileName().toString();
        if (!name.startsWith("%04d-".formatted(Integer.parseInt(decision.group(1))))) {
          wrong.add(ROOT.relativize(document) + ": " + decision.group());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(checked).isGreaterThan(20);
  }

  @Test
  void everyDecisionSaysItsStatusAndDateAndNumbersHaveNoGap() throws IOException {
    List<Path> decisions;
    try (Stream<Path> files = Files.list(DECISIONS)) {
      decisions =
          files
              .filter(file -> file.getFileName().toString().matches("\\d{4}-.*\\.md"))
              .sorted()
              .toList();
    }
    assertThat(decisions).hasSizeGreaterThan(20);
    for (int i = 0; i < decisions.size(); i++) {
      Path decision = decisions.get(i);
      assertThat(decision.getFileName().toString()).startsWith("%04d-".formatted(i + 1));
      assertThat(Files.readAllLines(decision))
          .as(decision.toString())
          .anyMatch(line -> STATUS.matcher(line).matches());
    }
  }

  /** Commit messages and migrations name decisions by their former numbers. */
  @Test
  void theIndexOfDecisionsNamesEachFileAndEachFormerNumber() throws IOException {
    String index = Files.readString(DECISIONS.resolve("README.md"));
    try (Stream<Path> files = Files.list(DECISIONS)) {
      assertThat(
              files.map(file -> file.getFileName().toString()).filter(f -> !f.equals("README.md")))
          .allSatisfy(name -> assertThat(index).contains("](" + name + ") | "));
    }
    assertThat(FORMER_NUMBER.matcher(index).results().map(row -> Integer.parseInt(row.group(1))))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 66).boxed().toList());
  }

  private static List<String> packagesListed(String architecture, String begin) {
    assertThat(architecture).contains(begin);
    int from = architecture.indexOf(begin);
    String table = architecture.substring(from, architecture.indexOf("\n## ", from + 1));
    return PACKAGE_ROW
        .matcher(table)
        .results()
        .flatMap(row -> NAME.matcher(row.group(1)).results())
        .map(name -> name.group(1))
        .toList();
  }

  @Test
  void thePackageTablesListEveryPackageOnce() throws IOException {
    String architecture = Files.readString(ROOT.resolve("docs/architecture.md"));
    assertThat(packagesListed(architecture, "\n## Where things are"))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(Repository.foldersIn("app/src/main/java/io/sugang"));
    assertThat(packagesListed(architecture, "\nThe packages of `tools`"))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            Repository.foldersIn("tools/src/main/java/io/sugang/tools"));
  }

  @Test
  void theRowOfAGroupNamesEachOfItsPackages() throws IOException {
    String architecture = Files.readString(ROOT.resolve("docs/architecture.md"));
    Matcher row =
        GROUP_ROW.matcher(architecture.substring(architecture.indexOf("\n## Where things are")));
    int groups = 0;
    while (row.find()
        && Files.isDirectory(ROOT.resolve("app/src/main/java/io/sugang/" + row.group(1)))) {
      groups++;
      assertThat(NAME.matcher(row.group(2)).results().map(name -> name.group(1)))
          .as(row.group(1))
          .containsAll(Repository.foldersIn("app/src/main/java/io/sugang/" + row.group(1)));
    }
    assertThat(groups).isEqualTo(10);
  }

  private static String page(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  /** Containers pass other names on to their own scripts; those are no settings. */
  @Test
  void everySettingIsOnThePageOfSettingsInBothLanguages() throws IOException {
    Set<String> settings = new TreeSet<>();
    for (String file :
        List.of("docker-compose.yml", "app/src/main/resources/application.yml", "sugang")) {
      SETTING.matcher(page(file)).results().forEach(match -> settings.add(match.group(1)));
    }
    SETTING_OF_TEMPLATE
        .matcher(page("tools/src/main/resources/io/sugang/tools/workspace/env.template"))
        .results()
        .forEach(match -> settings.add(match.group(1)));
    assertThat(settings).hasSizeGreaterThan(40);
    for (String page : List.of("docs/settings.md", "docs/settings.ko.md")) {
      String text = page(page);
      assertThat(settings)
          .as(page)
          .allSatisfy(setting -> assertThat(text).contains("`" + setting + "`"));
    }
  }

  @Test
  void everyPathAndMethodIsOnThePageOfTheApiInBothLanguages() throws IOException {
    JsonNode paths = JsonMapper.shared().readTree(page("docs/openapi.json")).get("paths");
    assertThat(paths.size()).isGreaterThan(40);
    for (String page : List.of("docs/api.md", "docs/api.ko.md")) {
      List<String> rows = page(page).lines().filter(line -> line.startsWith("| `")).toList();
      paths.forEachEntry((path, methods) -> {
        // The whole path: a query or the end of its code follows, and not the next part.
        Pattern named = Pattern.compile(Pattern.quote(path) + "[`?]");
        methods.forEachEntry((method, _) -> {
          String verb = "`" + method.toUpperCase(java.util.Locale.ROOT);
          assertThat(rows)
              .as(page + ": " + verb + " " + path)
              .anyMatch(row -> named.matcher(row).find() && row.contains(verb));
        });
      });
    }
  }

  @Test
  void everyCommandOfADocumentExists() throws IOException {
    Set<String> commands = new TreeSet<>(Set.of("help"));
    for (String sources : List.of("tools/src/main/java", "verifier/src/main/java")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(sources))) {
        for (Path file : files.filter(file -> file.toString().endsWith(".java")).toList()) {
          COMMAND
              .matcher(Files.readString(file))
              .results()
              .forEach(match -> commands.add(match.group(1)));
        }
      }
    }
    assertThat(commands).hasSizeGreaterThan(15);
    int checked = 0;
    // A decision may name a command of its time.
    for (Path document : documents()) {
      if (!document.startsWith(DECISIONS)) {
        for (MatchResult call : CALL.matcher(Files.readString(document)).results().toList()) {
          checked++;
          assertThat(commands).as(ROOT.relativize(document).toString()).contains(call.group(1));
        }
      }
    }
    assertThat(checked).isGreaterThan(100);
  }

  @Test
  void theReadmeHasAtMost150LinesInBothLanguages() throws IOException {
    for (String readme : List.of("README.md", "README.ko.md")) {
      assertThat(Files.readAllLines(ROOT.resolve(readme))).as(readme).hasSizeLessThanOrEqualTo(150);
    }
  }

  @Test
  void everyScriptIsNamedInTheArchitecture() throws IOException {
    String architecture = Files.readString(ROOT.resolve("docs/architecture.md"));
    try (Stream<Path> scripts = Files.walk(ROOT.resolve("lua"))) {
      assertThat(
              scripts
                  .map(script -> script.getFileName().toString())
                  .filter(name -> name.endsWith(".lua")))
          .hasSizeGreaterThan(5)
          .allSatisfy(script -> assertThat(architecture).contains(script));
    }
  }

  private static String account(String begin) throws IOException {
    return Files.readAllLines(ROOT.resolve("SECURITY.md")).stream()
        .filter(line -> line.startsWith(begin))
        .collect(Collectors.joining());
  }

  /** What is more than SELECT; the document has one sentence for all others. */
  @Test
  void theTableOfAccountsHasEveryRightOfAnInstanceInMySql() throws IOException {
    Set<String> granted = new TreeSet<>();
    Matcher grant =
        Pattern.compile("GRANT CREATE, (SELECT, .*) ON sugang[.](\\w+) TO sugang@")
            .matcher(Files.readString(ROOT.resolve("mysql/accounts.sql")));
    while (grant.find()) {
      granted.add(grant.group(2) + ": " + grant.group(1));
    }
    Set<String> documented = new TreeSet<>();
    Matcher rights =
        Pattern.compile("((?:`\\w+`(?:, )?)+): (SELECT(?:, [A-Z]+)+)")
            .matcher(account("| `sugang` | instances | "));
    while (rights.find()) {
      for (String table : rights.group(1).replace("`", "").split(", ")) {
        documented.add(table + ": " + rights.group(2));
      }
    }
    assertThat(documented).hasSizeGreaterThan(20).isEqualTo(granted);
  }

  @Test
  void theTableOfAccountsHasEveryKeyOfAnInstanceInRedis() throws IOException {
    String user =
        Files.readAllLines(ROOT.resolve("redis/users.acl")).stream()
            .filter(line -> line.startsWith("user sugang on "))
            .collect(Collectors.joining());
    Set<String> keys = new TreeSet<>();
    Pattern.compile(" ~(\\S+)").matcher(user).results().forEach(key -> keys.add(key.group(1)));
    Set<String> documented = new TreeSet<>();
    Pattern.compile("`([^`]+:[^`]+)`")
        .matcher(account("| `sugang` | instances, health check | "))
        .results()
        .forEach(key -> documented.add(key.group(1)));
    assertThat(documented).hasSizeGreaterThan(5).isEqualTo(keys);
  }
}
