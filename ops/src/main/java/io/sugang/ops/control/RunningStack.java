package io.sugang.ops.control;

import java.util.List;

/** A stack that runs, local or in Docker: its servers as an administrator reaches them. */
public interface RunningStack {
  /** Returns "local" or "docker". */
  String mode();

  /** Returns the number of instances. */
  int scale();

  /** Returns where NGINX answers on this machine. */
  String url();

  /** Runs SQL and returns its rows, columns separated by tabs; throws a failure with the reason. */
  String sql(MysqlAccount account, String sql);

  /** Runs a command of Redis as its administrator; throws a failure with the reason. */
  String redis(String... arguments);

  /** Runs commands of Redis, one a line, as its administrator. */
  String redisLines(List<String> commands);

  /** Runs the verifier, with its report in a log; returns its exit status. */
  int verifyQuietly();
}
