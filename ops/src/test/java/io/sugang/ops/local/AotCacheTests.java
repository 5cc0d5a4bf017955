package io.sugang.ops.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.ops.build.Jdk;
import io.sugang.ops.build.ServiceJar;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Settings;
import io.sugang.ops.workspace.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The cache of a small program in place of the service. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class AotCacheTests {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
  private final Jdk jdk = Jdk.current();

  @TempDir private Path folder;

  @BeforeEach
  void layout() throws IOException {
    Files.createDirectories(service().folder().resolve("lib"));
    Files.writeString(service().jar(), "jar");
    Files.createFile(service().folder().resolve("lib/spring-1.jar"));
  }

  @Test
  void itsNameChangesWithAllThatItDependsOn() throws IOException {
    String key = cache(Map.of()).key();
    assertThat(cache(Map.of()).key()).isEqualTo(key);
    assertThat(cache(Map.of("SUGANG_JAVA_OPTIONS", "-XX:+UseCompactObjectHeaders")).key())
        .isNotEqualTo(key);
    assertThat(cache(Map.of("SUGANG_HEAP", "256m")).key()).isNotEqualTo(key);
    assertThat(new AotCache(stack(Map.of()), service(), otherJdk()).key()).isNotEqualTo(key);
    Path library = service().folder().resolve("lib/spring-1.jar");
    Files.move(library, library.resolveSibling("spring-2.jar"));
    assertThat(cache(Map.of()).key()).isNotEqualTo(key);
    Files.move(library.resolveSibling("spring-2.jar"), library);
    Files.writeString(service().jar(), "another");
    assertThat(cache(Map.of()).key()).isNotEqualTo(key);
  }

  @Test
  void theQuickCompilerUsesTheCacheOfAllCompilersAndRecordsOneOfItsOwn() throws IOException {
    Map<String, String> quick = Map.of("SUGANG_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    assertThat(cache(quick).file()).isNotEqualTo(cache(Map.of()).file());
    Files.createFile(cache(Map.of()).file());
    assertThat(cache(quick).file()).isEqualTo(cache(Map.of()).file());
  }

  private Jdk otherJdk() throws IOException {
    Path java = folder.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"25.0.4\"' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return new Jdk(folder.resolve("jdk"));
  }

  @Test
  void isRecordedUsedCheckedAndMadeAnew() throws IOException {
    buildTinyJar();
    AotCache cache = cache(Map.of());
    cache.find();
    assertThat(cache.options()).isEmpty();
    assertThat(cache.missing()).isTrue();

    cache.beginRecording();
    start(cache);
    cache.endRecording("app-1");

    assertThat(text()).containsPattern("cache of [0-9]+ MB made by app-1");
    assertThat(found(Map.of())).containsExactly("-Xlog:aot*=error", "-XX:AOTCache=" + cache.file());
    assertThat(start(cache)).isEqualTo("started\n");
    assertThat(found(Map.of("SUGANG_AOT_CACHE", "off"))).isEmpty();
    assertThat(found(Map.of("SUGANG_JAVA_OPTIONS", "-XX:AOTCache=own.aot"))).isEmpty();
    assertThat(found(Map.of("SUGANG_JAVA_OPTIONS", "-agentlib:jdwp=transport=dt_socket,server=y")))
        .isEmpty();
    assertThat(
            cache(Map.of("SUGANG_JAVA_OPTIONS", "-XX:+UseCompactObjectHeaders"))
                .fault(cache.file()))
        .contains("UseCompactObjectHeaders setting");

    Path sound = Files.copy(cache.file(), folder.resolve("sound.aot"));
    byte[] bytes = Files.readAllBytes(sound);
    damaged(cache, java.util.Arrays.copyOf(bytes, 1_000_000), "truncated");
    byte[] wrong = bytes.clone();
    java.util.Arrays.fill(wrong, 4096 * 200, 4096 * 250, (byte) 0x5a);
    damaged(cache, wrong, "Checksum");
    damaged(cache, new byte[0], "header");

    // Of an instance that was stopped before it was warm.
    Path partial = cache.file().resolveSibling(cache.file().getFileName() + ".partial");
    Files.copy(sound, partial);
    assertThat(found(Map.of())).isEmpty();
    stack(Map.of()).state().keep("AOT_RECORDED", cache.file().toString());
    assertThat(found(Map.of())).contains("-XX:AOTCache=" + cache.file());
  }

  private void damaged(AotCache cache, byte[] bytes, String reason) throws IOException {
    Files.write(cache.file(), bytes);
    said.reset();

    assertThat(found(Map.of())).isEmpty();

    assertThat(text())
        .containsPattern("made anew, so this start takes longer: .*" + reason)
        .hasLineCount(1);
    assertThat(cache.file()).doesNotExist();
  }

  @Test
  void theLatestCachesStay() throws IOException {
    for (int age = 4; age >= 1; age--) {
      Path file = Files.createFile(service().folder().resolve(age + ".aot"));
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(age))));
    }
    Files.createFile(service().folder().resolve("5.aot.partial"));

    cache(Map.of()).forget(2);

    try (var files = Files.list(service().folder())) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("1.aot", "2.aot", "sugang.jar", "lib");
    }
  }

  private void buildTinyJar() throws IOException {
    Path source = folder.resolve("Tiny.java");
    Files.writeString(
        source,
        "public class Tiny { public static void main(String[] a) { System.out.println(\"started\"); } }");
    run(jdk.program("javac").toString(), "-d", folder.toString(), source.toString());
    run(
        jdk.program("jar").toString(),
        "--create",
        "--file",
        service().jar().toString(),
        "--main-class",
        "Tiny",
        "-C",
        folder.toString(),
        "Tiny.class");
  }

  private String start(AotCache cache) {
    var command = new ArrayList<String>();
    command.add(jdk.java());
    command.addAll(InstanceSettings.jvmOptions(stack(Map.of()).settings()));
    command.addAll(cache.options());
    command.addAll(List.of("-jar", service().jar().toString()));
    return run(command.toArray(String[]::new));
  }

  private static String run(String... command) {
    Job.Result result = Job.of(command).runQuietly();
    assertThat(result.succeeded()).as(result.output()).isTrue();
    return result.output();
  }

  private List<String> found(Map<String, String> settings) {
    AotCache cache = cache(settings);
    cache.find();
    return cache.options();
  }

  private AotCache cache(Map<String, String> settings) {
    return new AotCache(stack(settings), service(), jdk);
  }

  private ServiceJar service() {
    return new ServiceJar("0", folder.resolve("layout"));
  }

  private LocalContext stack(Map<String, String> settings) {
    return LocalContext.of(
        new Workspace(folder, Map.of()),
        folder.resolve("stack"),
        new Settings(folder.resolve(".env"), settings),
        Console.plain(out, out),
        0);
  }

  private String text() {
    return said.toString(StandardCharsets.UTF_8);
  }
}
