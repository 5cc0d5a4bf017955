package io.sugang.ops.local;

import io.sugang.ops.workspace.Job;
import java.util.ArrayList;
import java.util.List;

/** A signal, sent by the shell's {@code kill}: Java itself knows two of them. */
public enum Signal {
  TERM,
  KILL,
  HUP,
  QUIT,
  STOP,
  CONT;

  /** Sends it to processes; one that ended is no error. */
  public void send(List<Long> pids) {
    if (pids.isEmpty()) {
      return;
    }
    if (this == TERM || this == KILL) {
      for (long pid : pids) {
        ProcessHandle.of(pid)
            .ifPresent(this == TERM ? ProcessHandle::destroy : ProcessHandle::destroyForcibly);
      }
      return;
    }
    var command = new ArrayList<>(List.of("sh", "-c", "kill -" + name() + " \"$@\"", "kill"));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    Job.of(command).run();
  }
}
