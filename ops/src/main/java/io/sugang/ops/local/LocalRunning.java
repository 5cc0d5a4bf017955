package io.sugang.ops.local;

import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.control.RunningStack;
import io.sugang.ops.workspace.FileSwap;
import io.sugang.verifier.VerifierCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The local stack as an administrator reaches it. */
public final class LocalRunning implements RunningStack {
  private static final Duration SETTLED = Duration.ofSeconds(15);

  private final LocalStack stack;
  private final Path verifyLog;

  /**
   * @param verifyLog where the verifier's report is written
   */
  public LocalRunning(LocalStack stack, Path verifyLog) {
    this.stack = stack;
    this.verifyLog = verifyLog;
  }

  @Override
  public String mode() {
    return "local";
  }

  @Override
  public int scale() {
    return stack.scale();
  }

  @Override
  public String url() {
    return stack.url();
  }

  @Override
  public String sql(MysqlAccount account, String sql) {
    return stack.mysql().sql(account, sql, "--skip-column-names", "--batch").orFailure();
  }

  @Override
  public String redis(String... arguments) {
    return stack.redis().command(arguments).orFailure();
  }

  @Override
  public String redisLines(List<String> commands) {
    return stack.redis().lines(commands).orFailure();
  }

  @Override
  public int verifyQuietly() {
    VerifierCommand.Verified verified = VerifierCommand.verify(stack.toolEnvironment(), SETTLED);
    FileSwap.write(verifyLog, verified.table());
    return verified.exitStatus();
  }
}
