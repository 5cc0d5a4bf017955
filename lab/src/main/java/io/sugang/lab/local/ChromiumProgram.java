package io.sugang.lab.local;

import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chromium for the tests of the page: that of {@code SUGANG_CHROMIUM}, that on PATH, or Debian's,
 * fetched with a Korean font into {@code .sugang/chromium} without installing it. Nothing that
 * serves students needs it.
 */
public final class ChromiumProgram {
  private static final String VARIABLE = "SUGANG_CHROMIUM";
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");

  /** Needed for graphics cards and desktops only, and half of what would be fetched. */
  private static final String NOT_FETCHED =
      "perl fontconfig-config dbus adwaita-icon-theme libllvm22 libz3-4 libgtk-3-0t64 libvulkan1 xdg-utils x11-utils";

  /** Its children are started by this file too, because the program itself is the loader. */
  private static final String START =
      """
      #!/bin/sh
      # Chromium with its own loader and libraries, so the host's libc may be older.
      home=$(cd "$(dirname "$0")/.." && pwd)
      for libraries in "$home"/root/usr/lib/*-linux-gnu; do [ -d "$libraries" ] && break; done
      folder=$home/root/usr/lib/chromium
      export FONTCONFIG_FILE="$home/fonts.conf"
      exec "$folder/loader" --library-path "$libraries:$libraries/nss:$libraries/pulseaudio" \\
        --argv0 "$folder/chromium" "$folder/chromium" --no-sandbox --no-zygote \\
        --browser-subprocess-path="$home/bin/chromium" "$@"
      """;

  private static final String FONTS =
      """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig>
        <dir prefix="relative">root/usr/share/fonts</dir>
        <cachedir prefix="relative">font-cache</cachedir>
        <match target="pattern">
          <edit name="family" mode="prepend" binding="strong"><string>NanumGothic</string></edit>
        </match>
      </fontconfig>
      """;

  private final Workspace workspace;
  private final Console console;

  public ChromiumProgram(Workspace workspace, Console console) {
    this.workspace = workspace;
    this.console = console;
  }

  private Path folder() {
    return workspace.state("chromium");
  }

  private Path fetched() {
    return folder().resolve("bin/chromium");
  }

  /** Returns the program if it is here, or null. */
  public @Nullable Path find() {
    String named = workspace.environment().getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    return Files.isExecutable(fetched())
        ? fetched()
        : NAMES.stream().map(Job::find).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /** Returns the program, fetched where it is not here, or null where that is not possible. */
  public @Nullable Path provide() {
    Path found = find();
    return found != null ? found : fetch();
  }

  /** Returns the program that comes with a Korean font, as screenshots need it, or null. */
  public @Nullable Path provideWithFont() {
    return Files.isExecutable(fetched()) ? fetched() : fetch();
  }

  private @Nullable Path fetch() {
    Path partial = workspace.state("chromium.partial");
    FileSwap.delete(partial);
    Path log = workspace.log("get-chromium.log");
    int status =
        Job.of(
                workspace.file("local/private-apt.sh").toString(),
                partial.resolve("root").toString(),
                partial.resolve("work").toString(),
                NOT_FETCHED,
                "chromium",
                "fonts-nanum")
            .logged(
                console,
                "fetching Chromium and a Korean font into .sugang/chromium (about 150 MB, once)",
                log);
    if (status != 0 || !works(partial)) {
      console.say("  no Chromium can be had here (log: %s)".formatted(log));
      FileSwap.delete(partial);
      return null;
    }
    FileSwap.delete(folder());
    FileSwap.move(partial, folder());
    return fetched();
  }

  private static boolean works(Path folder) {
    Path program = folder.resolve("bin/chromium");
    FileSwap.write(program, START);
    FileSwap.write(folder.resolve("fonts.conf"), FONTS);
    try (Stream<Path> libraries = Files.list(folder.resolve("root/usr/lib64"))) {
      Path loader =
          libraries
              .filter(file -> file.getFileName().toString().startsWith("ld-linux"))
              .findFirst()
              .orElseThrow();
      Files.copy(loader, folder.resolve("root/usr/lib/chromium/loader"));
    } catch (java.io.IOException | java.util.NoSuchElementException unusual) {
      return false;
    }
    return program.toFile().setExecutable(true, false)
        && Job.of(program.toString(), "--version").with(Map.of()).run().succeeded();
  }
}
