package io.sugang.lab.local;

import io.sugang.lab.control.Operator;
import io.sugang.ops.local.LocalProcesses;
import io.sugang.ops.local.LocalStack;
import io.sugang.ops.local.MysqlServer;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Workspace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * MySQL's binary log on a small file system of its own, in a mount namespace that only this MySQL
 * sees.
 */
final class ConfinedBinlog {
  private static final Pattern FULL =
      Pattern.compile("No space left|disk is full", Pattern.CASE_INSENSITIVE);
  private static final int BLOCK = 4096;

  private final LocalStack stack;
  private final LocalProcesses processes;
  private final Path folder;

  ConfinedBinlog(LocalStack stack) {
    this.stack = stack;
    this.processes = stack.context().processes();
    this.folder = stack.context().file("mysql/confined");
  }

  /** Restarts MySQL with its binary log in 64 MB. */
  void confine() throws Operator.Unsupported {
    if (!Job.of("unshare", "-rm", "true").run().succeeded()) {
      throw new Operator.Unsupported(
          "a small file system for the binary log needs user namespaces (unshare -rm)");
    }
    processes.markChanged(MysqlServer.NAME);
    stack.mysql().stop();
    Workspace.folder(folder);
    stack
        .mysql()
        .start(
            new MysqlServer.MysqlLaunch(
                List.of(
                    "unshare",
                    "-rm",
                    "sh",
                    "-c",
                    "mount -t tmpfs -o size=64m none \"$0\" && exec \"$@\"",
                    folder.toString()),
                List.of("--log-bin=" + folder.resolve("binlog"))));
  }

  /** Returns the folder as it is seen from outside of the namespace. */
  private Path seen() throws IOException {
    long pid =
        processes.pid(MysqlServer.NAME).orElseThrow(() -> new IOException("mysql does not run"));
    return Path.of("/proc/" + pid + "/root" + folder);
  }

  /** Fills the file system to its last block. */
  void fill() throws IOException {
    Path dir = seen();
    if (!hasBinlog(dir)) {
      throw new IOException("MySQL has no binary log in " + dir);
    }
    fill(dir.resolve("filler"), new byte[BLOCK]);
    if (!full(dir)) {
      throw new IOException(dir + " has room left");
    }
  }

  private static boolean hasBinlog(Path dir) throws IOException {
    if (!Files.isDirectory(dir)) {
      return false;
    }
    try (Stream<Path> files = Files.list(dir)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("binlog.0"));
    }
  }

  // Ends when no block is left.
  private static void fill(Path filler, byte[] zeros) {
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(zeros);
      }
    } catch (IOException noSpace) {
      // As intended; full() checks it.
    }
  }

  // The blocks of the file system itself: Files.getFileStore does not know mounts of a namespace.
  private static boolean full(Path dir) {
    return dir.toFile().getUsableSpace() == 0;
  }

  /** Frees the file system. What MySQL reported is in its log, which begins with each start. */
  void free() throws IOException {
    Path dir = seen();
    boolean full = full(dir);
    Files.delete(dir.resolve("filler"));
    if (!full) {
      throw new IOException(dir + " was not full until now");
    }
    Path log = processes.log(MysqlServer.NAME);
    if (!FULL.matcher(FileSwap.read(log)).find()) {
      throw new IOException("MySQL does not report that its disk was full (%s)".formatted(log));
    }
  }

  /** Deletes the mount point. */
  void forget() {
    FileSwap.delete(folder);
  }
}
