package io.sugang.tools.local;

import io.sugang.tools.build.Jdk;
import io.sugang.tools.build.ServiceJar;
import io.sugang.tools.workspace.Digest;
import io.sugang.tools.workspace.Failure;
import io.sugang.tools.workspace.FileSwap;
import io.sugang.tools.workspace.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The AOT cache of a build of the service: what an instance knew when it was warm, for later
 * instances to start with. The first instance that warms up records it in the folder of the
 * extracted jar. It only saves time: without one, or with one that does not fit, every start works
 * as well (docs/decisions/0008).
 */
final class AotCache {
  private static final int KEPT = 2;
  private static final List<String> QUIET = List.of("-Xlog:aot*=error");
  private static final Pattern OWN_OPTION =
      Pattern.compile("-XX:(AOT|Shared).*|-Xshare.*|-agent.*|-javaagent.*");
  // Any compiler may use the classes and profiles of a cache that another one recorded.
  private static final Pattern COMPILER_OPTION = Pattern.compile("-XX:TieredStopAtLevel=\\d");
  private static final Pattern LOG_PREFIX = Pattern.compile("^(\\[[^]]*\\])+ *");
  private static final Pattern NO_REASON =
      Pattern.compile("(Unable to use AOT cache|Picked up).*|\\s*");
  private static final Pattern AT_STOP = Pattern.compile("recording .*when the instance stops");
  private static final String RECORDED = "AOT_RECORDED";

  private final LocalContext stack;
  private final ServiceJar service;
  private final Jdk jdk;
  private final List<String> jvmOptions;
  private final Path file;
  private final boolean enabled;
  private List<String> options = List.of();

  AotCache(LocalContext stack, ServiceJar service, Jdk jdk) {
    this.stack = stack;
    this.service = service;
    this.jdk = jdk;
    this.jvmOptions = InstanceSettings.jvmOptions(stack.settings());
    this.enabled = enabled();
    this.file = enabled ? chosen() : service.folder();
  }

  /**
   * Returns whether a cache is used: not when it is switched off, when the options name one
   * themselves, or an agent, because no JVM uses a cache with one.
   */
  private boolean enabled() {
    return !stack.settings().get("SUGANG_AOT_CACHE", "auto").equals("off")
        && jvmOptions.stream().noneMatch(option -> OWN_OPTION.matcher(option).matches());
  }

  /**
   * Returns the digest over all that a cache depends on. The JVM checks part of it, but trusts the
   * time of a jar.
   */
  String key() {
    return key(jvmOptions);
  }

  private Path chosen() {
    List<String> ofAllCompilers =
        jvmOptions.stream().filter(option -> !COMPILER_OPTION.matcher(option).matches()).toList();
    Path recorded = service.folder().resolve(key(ofAllCompilers) + ".aot");
    return Files.exists(recorded) ? recorded : service.folder().resolve(key() + ".aot");
  }

  private String key(List<String> options) {
    var digest = new Digest();
    try (Stream<Path> libraries = Files.list(service.folder().resolve("lib"))) {
      digest.add(Files.readAllBytes(service.jar()));
      libraries.map(library -> library.getFileName().toString()).sorted().forEach(digest::line);
    } catch (IOException unreadable) {
      throw new Failure("the built service cannot be read: " + unreadable.getMessage());
    }
    digest.line(Job.of(jdk.java(), "-version").run().output());
    digest.line(jdk.home().toString());
    options.forEach(digest::line);
    return digest.text();
  }

  /** Returns the JVM options of an instance that starts now. */
  List<String> options() {
    return options;
  }

  Path file() {
    return file;
  }

  /**
   * Looks for the cache. One that cannot be used is reported and deleted, so that it is made anew.
   */
  void find() {
    options = List.of();
    if (!enabled) {
      return;
    }
    // An instance may have written it when it stopped. Only one that was warm before counts: a
    // start that was interrupted writes one too.
    if (!Files.exists(file) && stack.state().get(RECORDED).equals(file.toString())) {
      keepRecording();
    }
    if (!Files.exists(file)) {
      return;
    }
    String fault = fault(file);
    if (!fault.isEmpty()) {
      stack
          .console()
          .warn("the AOT cache is not used and made anew, so this start takes longer: " + fault);
      FileSwap.delete(file);
      return;
    }
    use();
  }

  private void use() {
    options = new ArrayList<>(QUIET);
    options.add("-XX:AOTCache=" + file);
  }

  /** Returns whether a cache is used and there is none. */
  boolean missing() {
    return enabled && !Files.exists(file);
  }

  /**
   * Returns why the JVM would not use a cache, in its own words, or "". A cache with a wrong byte
   * in the middle would end a JVM that trusts it, so its checksums are checked here.
   */
  String fault(Path cache) {
    var command = new ArrayList<String>();
    command.add(jdk.java());
    command.addAll(jvmOptions);
    command.addAll(
        List.of(
            "-XX:AOTMode=on",
            "-XX:+VerifySharedSpaces",
            "-XX:AOTCache=" + cache,
            "-cp",
            service.jar().toString(),
            "-version"));
    Job.Result result = Job.of(command).run();
    if (result.succeeded()) {
      return "";
    }
    return result
        .output()
        .lines()
        .map(line -> LOG_PREFIX.matcher(line).replaceFirst(""))
        .filter(line -> !NO_REASON.matcher(line).matches())
        .findFirst()
        .orElse("the JVM ended without a message");
  }

  /** Prepares the recording by the next instance that starts. */
  void beginRecording() {
    forget(KEPT);
    options = new ArrayList<>(QUIET);
    options.add("-XX:AOTCacheOutput=" + recording());
  }

  /** Takes the cache that an instance recorded while it warmed up; later ones start with it. */
  void endRecording(String instance) {
    options = List.of();
    keepRecording();
    Path log = stack.processes().log(instance);
    if (Files.exists(file)) {
      use();
      stack
          .console()
          .part(
              "aot",
              "cache of %d MB made by %s: later starts are faster"
                  .formatted(size(file) / 1_000_000, instance));
    } else if (AT_STOP.matcher(text(log)).find()) {
      stack.state().keep(RECORDED, file.toString());
      stack.console().part("aot", instance + " writes its cache when it stops");
    } else {
      stack
          .console()
          .warn(
              "no AOT cache was made, the next start is as slow as this one (log: %s; SUGANG_AOT_CACHE=off switches it off)"
                  .formatted(log));
    }
  }

  private Path recording() {
    return file.resolveSibling(file.getFileName() + ".partial");
  }

  private void keepRecording() {
    if (Files.exists(recording()) && fault(recording()).isEmpty()) {
      FileSwap.move(recording(), file);
    }
  }

  /** Deletes what a killed recording left, and all caches but the latest ones. */
  void forget(int kept) {
    try (Stream<Path> files = Files.list(service.folder())) {
      List<Path> all = files.toList();
      all.stream().filter(each -> name(each).contains(".aot.")).forEach(FileSwap::delete);
      all.stream()
          .filter(each -> name(each).endsWith(".aot"))
          .sorted(Comparator.comparing(AotCache::modified).reversed())
          .skip(kept)
          .forEach(FileSwap::delete);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static FileTime modified(Path path) {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException gone) {
      return FileTime.fromMillis(0);
    }
  }

  private static long size(Path path) {
    try {
      return Files.size(path);
    } catch (IOException gone) {
      return 0;
    }
  }

  private static String text(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException missing) {
      return "";
    }
  }
}
