package io.sugang.ops.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The lock that admits one changing command at a time; the system frees it with the process. */
public final class CommandLock implements AutoCloseable {
  private final FileChannel channel;

  private CommandLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes the lock of the workspace, or throws a failure that names the command which holds it. */
  public static CommandLock take(Workspace workspace) {
    Workspace.folder(workspace.state());
    Path file = workspace.state("lock");
    return take(
        file,
        "another ./sugang command is at work here (pid %s); wait for it or end it"
            .formatted(holder(file)));
  }

  /**
   * Takes the lock on a file.
   *
   * @param refusal what a failure says if another process holds it
   */
  public static CommandLock take(Path file, String refusal) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new Failure(refusal);
      }
      // Through the same channel: closing another one on this file would free the lock.
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
      return new CommandLock(channel);
    } catch (IOException denied) {
      throw new Failure("%s cannot be locked: %s".formatted(file, denied.getMessage()));
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException ours) {
      return null;
    }
  }

  private static String holder(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException unknown) {
      return "unknown";
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException ignored) {
      // The lock ends with the process.
    }
  }
}
