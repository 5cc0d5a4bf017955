package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.Context;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.Logger;

/** What a JVM of this JDK does with recordings and caches, in processes of their own. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("extended")
class AotCacheTests {

  /** As much of an instance as a cache needs. */
  static final class TinyInstance {
    private TinyInstance() {}

    public static void main(String[] args) {
      AotCache.logUse();
      Path recording = AotCache.recording();
      if (recording != null) {
        try {
          System.out.println("recorded: " + new RecordingStep(recording).run());
        } catch (IOException failure) {
          System.out.println("failed: " + failure.getMessage());
        }
      }
      System.out.println("served");
    }
  }

  @TempDir Path folder;

  @Test
  void aRecordingIsWrittenWhileTheInstanceLivesAndTheNextOneUsesIt() throws Exception {
    Path cache = folder.resolve("tiny.aot");
    String recorder = java("-XX:AOTCacheOutput=" + cache);
    assertThat(recorder).containsPattern("recorded: \\d+ MB of AOT cache").contains("served");
    assertThat(cache).isNotEmptyFile();
    assertThat(java("-XX:AOTCache=" + cache)).contains("is in use", "served");
  }

  @Test
  void aCacheThatIsCutOffIsSaidInOneLineAndDoesNotStopTheInstance() throws Exception {
    Path cache = folder.resolve("cut.aot");
    Files.write(cache, new byte[4_096]);
    assertThat(java("-XX:AOTCache=" + cache, "-Xlog:aot*=off").lines().toList())
        .hasSize(2)
        .satisfies(lines -> assertThat(lines.getFirst()).contains("is not in use", "damaged"))
        .endsWith("served");
  }

  @Test
  void aCacheThatIsNotThereIsSaid() throws Exception {
    assertThat(java("-XX:AOTCache=" + folder.resolve("none.aot")))
        .contains("none.aot is not in use", "missing", "served");
  }

  @Test
  void oneThatIsSwitchedOffIsNotMissed() throws Exception {
    String cache = "-XX:AOTCache=" + folder.resolve("none.aot");
    assertThat(java(cache, "-XX:AOTMode=off").lines()).containsExactly("served");
  }

  @Test
  void aRecordingThatCannotBeWrittenFailsTheStepAlone() throws Exception {
    String said = java("-XX:AOTCacheOutput=" + folder.resolve("no/such/folder/tiny.aot"));
    assertThat(said).contains("failed: no AOT cache was written", "served");
  }

  @Test
  void withoutAnyOfItNothingIsSaid() throws Exception {
    assertThat(java().lines()).containsExactly("served");
  }

  private String java(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", classPath(), TinyInstance.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** Jars only, as an AOT cache demands: the classes of this package, and the loggers. */
  private String classPath() throws IOException {
    Path jar = folder.resolve("tiny.jar");
    if (Files.notExists(jar)) {
      try (OutputStream file = Files.newOutputStream(jar);
          JarOutputStream entries = new JarOutputStream(file)) {
        for (Class<?> one :
            List.of(AotCache.class, RecordingStep.class, WarmupStep.class, TinyInstance.class)) {
          put(entries, one);
        }
      }
    }
    List<String> paths = new ArrayList<>(List.of(jar.toString()));
    for (Class<?> one : List.of(Logger.class, LoggerContext.class, Context.class)) {
      paths.add(jarOf(one).toString());
    }
    return String.join(File.pathSeparator, paths);
  }

  private static Path jarOf(Class<?> one) {
    return Path.of(URI.create(one.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private static void put(JarOutputStream entries, Class<?> one) throws IOException {
    String name = one.getName().replace('.', '/') + ".class";
    entries.putNextEntry(new JarEntry(name));
    try (InputStream bytes =
        Objects.requireNonNull(one.getClassLoader().getResourceAsStream(name))) {
      bytes.transferTo(entries);
    }
  }
}
