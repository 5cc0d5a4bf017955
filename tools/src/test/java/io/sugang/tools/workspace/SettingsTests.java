package io.sugang.tools.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTests {
  private static final String SECRET = "[A-Za-z0-9]{32}";

  @TempDir private Path folder;

  @Test
  void aSecretHasLettersAndDigits() {
    assertThat(Settings.randomSecret()).matches(SECRET).isNotEqualTo(Settings.randomSecret());
  }

  @Test
  void aNewFileHasEverySecretAndIsClosed() throws IOException {
    Settings settings = written();

    assertThat(Settings.SECRETS).allSatisfy(name -> assertThat(settings.get(name)).matches(SECRET));
    assertThat(Settings.SECRETS.stream().map(settings::get).distinct())
        .hasSameSizeAs(Settings.SECRETS);
    assertClosed();
  }

  @Test
  void theEnvironmentGoesFirst() {
    written().keep("MYSQL_PASSWORD", "one");

    assertThat(settings(Map.of()).get("MYSQL_PASSWORD")).isEqualTo("one");
    assertThat(settings(Map.of("MYSQL_PASSWORD", "")).get("MYSQL_PASSWORD")).isEqualTo("one");
    assertThat(settings(Map.of("MYSQL_PASSWORD", "mine")).get("MYSQL_PASSWORD")).isEqualTo("mine");
    assertThat(settings(Map.of()).with(Map.of("MYSQL_PASSWORD", "other")).get("MYSQL_PASSWORD"))
        .isEqualTo("other");
  }

  @Test
  void aKeptSettingReplacesItsLine() throws IOException {
    Settings settings = written();
    assertThat(settings.get("SUGANG_SCALE", "7")).isEqualTo("7");

    settings.keep("SUGANG_SCALE", "4");
    settings.keep("SUGANG_SCALE", "5");
    settings.keep("SUGANG_UNKNOWN", "a&b\\c");
    settings.keep("MYSQL_PASSWORD", "one");

    assertThat(settings.get("SUGANG_SCALE", "7")).isEqualTo("5");
    assertThat(settings.get("SUGANG_UNKNOWN")).isEqualTo("a&b\\c");
    assertThat(settings.get("MYSQL_PASSWORD")).isEqualTo("one");
    assertThat(Files.readAllLines(file()).stream().filter(line -> line.contains("SUGANG_SCALE=")))
        .containsExactly("SUGANG_SCALE=5");
    assertClosed();
  }

  @Test
  void readsWhatDockerComposeReads() throws IOException {
    written();
    Files.writeString(
        file(),
        "QUOTED=\"a b#c\"\nSINGLE='x y'\nNOTED=z   # a note\r\nexport EXPORTED=e\nEMPTY=\nTWICE=1\nTWICE=2\n",
        StandardOpenOption.APPEND);
    Settings settings = settings(Map.of());

    assertThat(settings.get("QUOTED")).isEqualTo("a b#c");
    assertThat(settings.get("SINGLE")).isEqualTo("x y");
    assertThat(settings.get("NOTED")).isEqualTo("z");
    assertThat(settings.get("EXPORTED")).isEqualTo("e");
    assertThat(settings.get("EMPTY", "fallback")).isEqualTo("fallback");
    assertThat(settings.get("TWICE")).isEqualTo("2");
  }

  @Test
  void anOlderFileKeepsItsPasswordsAndGetsTheOthers() throws IOException {
    Files.writeString(file(), "MYSQL_PASSWORD=a\nMYSQL_ROOT_PASSWORD=b\nREDIS_PASSWORD=c\n");
    var said = new ByteArrayOutputStream();
    var out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Settings settings = settings(Map.of());

    settings.provide(Console.plain(out, out));

    assertThat(List.of("MYSQL_PASSWORD", "MYSQL_ROOT_PASSWORD", "REDIS_PASSWORD"))
        .map(settings::get)
        .containsExactly("a", "b", "c");
    assertThat(
            List.of(
                "MYSQL_OWNER_PASSWORD",
                "MYSQL_READER_PASSWORD",
                "REDIS_READER_PASSWORD",
                "REDIS_ADMIN_PASSWORD"))
        .allSatisfy(name -> {
          assertThat(settings.get(name)).matches(SECRET);
          assertThat(said.toString(StandardCharsets.UTF_8)).contains(name);
        });
    assertClosed();
  }

  // The service has the usual values; Docker and the template of .env must not have others.
  @Test
  void usualValuesAreTheSameEverywhere() throws IOException {
    Path root = root();
    List<String> service = usual(root.resolve("app/src/main/resources/application.yml"), ":");
    assertThat(service).hasSize(4);
    assertThat(usual(root.resolve("docker-compose.yml"), ":-")).isEqualTo(service);

    written();

    assertThat(Files.readAllLines(file()))
        .containsAll(service.stream().map(value -> "#" + value).toList());
  }

  private static List<String> usual(Path source, String separator) throws IOException {
    Pattern value =
        Pattern.compile(
            "\\$\\{(SUGANG_(?:MYSQL_POOL|HTTP_THREADS|SEAT_CONTROL|STUDENT_CACHE))%s([^}]*)}"
                .formatted(separator));
    return value
        .matcher(Files.readString(source))
        .results()
        .map((MatchResult match) -> match.group(1) + "=" + match.group(2))
        .distinct()
        .sorted()
        .toList();
  }

  private static Path root() {
    return Path.of("..").toAbsolutePath().normalize();
  }

  private Settings written() {
    Settings settings = settings(Map.of());
    settings.writeNew();
    return settings;
  }

  private Settings settings(Map<String, String> environment) {
    return new Settings(file(), environment);
  }

  private Path file() {
    return folder.resolve(".env");
  }

  private void assertClosed() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }
}
