package io.sugang.signin;

import static io.sugang.platform.redis.SharedConnection.await;

import io.lettuce.core.SetArgs;
import io.sugang.platform.redis.RedisCircuit;
import io.sugang.platform.redis.SharedConnection;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The attempts to sign in for which the identity provider was called. Each may call it once, at all
 * instances together; without Redis once at each. An instance knows the newest {@value #MOST_HERE},
 * and Redis knows each as long as it lasts.
 */
@Component
final class UsedAttempts {
  static final int MOST_HERE = 20_000;

  private final SharedConnection connection;
  private final RedisCircuit circuit = new RedisCircuit("used-attempts");
  private final SequencedSet<String> here = new LinkedHashSet<>();

  UsedAttempts(LettuceConnectionFactory connections) {
    this.connection = new SharedConnection(connections);
  }

  /** Takes an attempt at this instance; returns whether it was not taken before. */
  boolean takeHere(OidcAttempt attempt) {
    synchronized (here) {
      boolean added = here.add(attempt.id());
      if (here.size() > MOST_HERE) {
        here.removeFirst();
      }
      return added;
    }
  }

  /** Gives back an attempt for which nothing was called. */
  void giveBack(OidcAttempt attempt) {
    synchronized (here) {
      here.remove(attempt.id());
    }
  }

  /** Takes an attempt at all instances, and waits for Redis. True also without Redis. */
  boolean takeEverywhere(OidcAttempt attempt) {
    byte[] key = ("session:attempt:" + attempt.id()).getBytes(StandardCharsets.UTF_8);
    return circuit.call(
        () ->
            await(
                    connection
                        .commands()
                        .set(key, new byte[] {'1'}, SetArgs.Builder.nx().px(OidcAttempts.LONGEST)))
                != null,
        true);
  }
}
