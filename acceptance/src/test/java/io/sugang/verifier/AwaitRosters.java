package io.sugang.verifier;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;

/** Waits until the rosters in Redis are those of MySQL. */
public final class AwaitRosters {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private AwaitRosters() {}

  /**
   * Returns once the verifier finds nothing.
   *
   * @param environment of the verifier
   */
  public static void awaitRosters(Map<String, String> environment) {
    await().atMost(LIMIT).until(() -> VerifierCommand.verify(environment, LIMIT).exitStatus() == 0);
  }
}
