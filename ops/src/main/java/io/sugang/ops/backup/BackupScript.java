package io.sugang.ops.backup;

import io.sugang.ops.workspace.Job;
import java.util.List;

/** The script mysql/backups, next to the data of MySQL: on this machine or in a container. */
@FunctionalInterface
public interface BackupScript {
  /** Returns a call of the script. */
  Job job(List<String> arguments);
}
