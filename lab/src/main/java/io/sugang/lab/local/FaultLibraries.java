package io.sugang.lab.local;

import io.sugang.lab.control.Operator;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Libraries that give a process another clock: clock-shift.c for Redis, libfaketime for a JVM. */
final class FaultLibraries {
  private static final String FAKETIME = "libfaketime.so.1";

  private final Workspace workspace;

  FaultLibraries(Workspace workspace) {
    this.workspace = workspace;
  }

  /** Returns the library that is compiled from clock-shift.c, once. */
  Path clockShift() throws Operator.Unsupported {
    Path library = workspace.state("clock-shift.so");
    if (Files.exists(library)) {
      return library;
    }
    if (!Job.onPath("cc")) {
      throw new Operator.Unsupported(
          "Redis's clock is set by clock-shift.c, which needs a C compiler");
    }
    Path partial = workspace.state("clock-shift.so.partial");
    Job.Result compiled =
        Job.of(
                "cc",
                "-shared",
                "-fPIC",
                "-O2",
                "-nostdlib",
                "-ffreestanding",
                "-o",
                partial.toString(),
                workspace.file("local/clock-shift.c").toString())
            .run();
    Path log = workspace.log("clock-shift.log");
    FileSwap.write(log, compiled.output());
    if (!compiled.succeeded()) {
      throw new Operator.Unsupported(
          "Redis's clock is set by clock-shift.c, which cc could not compile (%s)".formatted(log));
    }
    FileSwap.move(partial, library);
    return library;
  }

  /** Returns the environment of a JVM whose clock is ahead by an offset like +3600. */
  Map<String, String> fakeTime(String offset) throws Operator.Unsupported {
    return Map.of(
        "LD_PRELOAD",
        fakeTimeLibrary().toString(),
        "FAKETIME",
        offset,
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        // Its repair of timed waits, made for other programs, has those of a JVM return at once or
        // never.
        "FAKETIME_FORCE_MONOTONIC_FIX",
        "0");
  }

  /** Returns Debian's libfaketime, fetched without installing it where that is possible. */
  private Path fakeTimeLibrary() throws Operator.Unsupported {
    Path folder = workspace.state("faketime");
    for (Path root : List.of(Path.of("/"), folder)) {
      Path library = library(root.resolve("usr/lib"));
      if (library != null) {
        return library;
      }
    }
    if (!Job.onPath("apt-get") || !Job.onPath("dpkg-deb")) {
      throw new Operator.Unsupported(
          "an instance's clock is set by libfaketime, which is not on this machine");
    }
    Workspace.folder(folder);
    Job.Result fetched =
        Job.of("sh", "-c", "apt-get -q download libfaketime && dpkg-deb -x libfaketime_*.deb .")
            .in(folder)
            .run();
    Path log = workspace.log("faketime.log");
    FileSwap.write(log, fetched.output());
    Path library = fetched.succeeded() ? library(folder.resolve("usr/lib")) : null;
    if (library == null) {
      throw new Operator.Unsupported(
          "an instance's clock is set by libfaketime, which apt could not fetch (%s)"
              .formatted(log));
    }
    return library;
  }

  private static @Nullable Path library(Path folder) {
    if (!Files.isDirectory(folder)) {
      return null;
    }
    try (Stream<Path> machines = Files.list(folder)) {
      return machines
          .filter(machine -> machine.getFileName().toString().endsWith("-linux-gnu"))
          .map(machine -> machine.resolve("faketime").resolve(FAKETIME))
          .filter(Files::exists)
          .findFirst()
          .orElse(null);
    } catch (IOException unreadable) {
      return null;
    }
  }
}
