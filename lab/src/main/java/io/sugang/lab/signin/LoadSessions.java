package io.sugang.lab.signin;

import io.sugang.ops.signin.Credentials;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The sessions of a load driver that names any student. NGINX limits the requests of each token, so
 * they take turns: 4,096 of them, for 40,000 requests a second with the usual limit of 10.
 */
public final class LoadSessions implements Supplier<Map<String, String>> {
  private static final int COUNT = 4096;

  private final List<Map<String, String>> sessions;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * @param environment of the tools: {@code SUGANG_SIGN_IN} and {@code SUGANG_SESSION_KEY}
   */
  public LoadSessions(Map<String, String> environment) {
    Map<String, String> first = Credentials.headers(environment);
    sessions =
        first.isEmpty()
            ? List.of(first)
            : Stream.generate(() -> Credentials.headers(environment)).limit(COUNT).toList();
  }

  /** Returns the headers of the next request; none unless sign-in is required. */
  @Override
  public Map<String, String> get() {
    return sessions.get(Math.floorMod(next.getAndIncrement(), sessions.size()));
  }
}
