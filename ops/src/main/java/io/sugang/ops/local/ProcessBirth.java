package io.sugang.ops.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The start time of a process. A pid alone may name another process by now: the system assigns it
 * again.
 */
public final class ProcessBirth {
  private static final Path PROC = Path.of("/proc");
  private static final boolean LINUX = Files.exists(PROC.resolve("self/stat"));
  private static final int START_TIME = 19;

  private ProcessBirth() {}

  /** Returns when the process began, in the system's units; empty if it ended or is a zombie. */
  public static OptionalLong of(long pid) {
    return LINUX ? fromProc(pid) : fromHandle(pid);
  }

  private static OptionalLong fromProc(long pid) {
    try {
      String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
      // The name in parentheses may hold blanks; after it the state is the first field.
      String[] fields = stat.substring(stat.lastIndexOf(") ") + 2).split(" ");
      boolean ended = fields[0].equals("Z") || fields[0].equals("X");
      return ended ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[START_TIME]));
    } catch (IOException | RuntimeException gone) {
      return OptionalLong.empty();
    }
  }

  private static OptionalLong fromHandle(long pid) {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(process -> process.info().startInstant())
        .map(start -> OptionalLong.of(start.toEpochMilli()))
        .orElseGet(OptionalLong::empty);
  }
}
