package io.sugang.signin;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether members of the staff still have the role of their session. The register is asked at most
 * once a second for each member, so a role that was taken away ends within a second. Only members
 * with a genuine token are known here, so there are at most as many as accounts.
 */
final class StaffRoles {
  private static final Logger log = LoggerFactory.getLogger(StaffRoles.class);
  static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);
  // A query to a silent MySQL fails after 3 s, and the page of the desk waits 5 s for its overview.
  private static final int PATIENCE_SECONDS = 2;

  /** What the register answered to a question that was sent, or given up, at this nanoTime. */
  private record Answered(boolean available, @Nullable Role role, long askedAt) {
    StaffStanding of(SessionToken session) {
      if (!available) {
        return StaffStanding.UNKNOWN;
      }
      return role == session.role() ? StaffStanding.CONFIRMED : StaffStanding.REMOVED;
    }
  }

  private final Map<Long, Answered> answers = new ConcurrentHashMap<>();
  private final Map<Long, CompletableFuture<Answered>> asked = new ConcurrentHashMap<>();
  private final LongFunction<@Nullable Role> register;
  private final LongSupplier nanoClock;

  /**
   * @param register tells the role of a member, null without one; it may wait and throw
   */
  StaffRoles(LongFunction<@Nullable Role> register, LongSupplier nanoClock) {
    this.register = register;
    this.nanoClock = nanoClock;
  }

  /** Returns what the register said within the last second; null when it has to be asked. */
  @Nullable StaffStanding recent(SessionToken session) {
    Answered last = answers.get(session.subject());
    return last == null || nanoClock.getAsLong() - last.askedAt >= KNOWN_NANOS
        ? null
        : last.of(session);
  }

  /** Returns what the register says, and waits for MySQL when it has to be asked. */
  StaffStanding ask(SessionToken session) {
    StaffStanding recent = recent(session);
    return recent == null ? askAsync(session).join() : recent;
  }

  /**
   * Returns what the register says, and waits for MySQL when it has to be asked, at most {@value
   * #PATIENCE_SECONDS} s. After these it is unknown.
   */
  StaffStanding askWithPatience(SessionToken session) {
    StaffStanding recent = recent(session);
    return recent == null
        ? askAsync(session)
            .completeOnTimeout(StaffStanding.UNKNOWN, PATIENCE_SECONDS, TimeUnit.SECONDS)
            .join()
        : recent;
  }

  /** Asks the register in another thread. Never fails. */
  CompletableFuture<StaffStanding> askAsync(SessionToken session) {
    long member = session.subject();
    CompletableFuture<Answered> question = new CompletableFuture<>();
    CompletableFuture<Answered> earlier = asked.putIfAbsent(member, question);
    if (earlier != null) {
      return earlier.thenApply(answer -> answer.of(session));
    }
    // After the entry above: a question that is in flight was sent before.
    long askedAt = nanoClock.getAsLong();
    Thread.startVirtualThread(() -> {
      Answered answer = answer(member, askedAt);
      answers.put(member, answer);
      asked.remove(member);
      question.complete(answer);
    });
    return question.thenApply(answer -> answer.of(session));
  }

  private Answered answer(long member, long askedAt) {
    try {
      return new Answered(true, register.apply(member), askedAt);
    } catch (Throwable away) {
      log.debug("The staff register does not answer: {}", away.toString());
      // Not the time of the question: a silent MySQL takes longer than a second to be given up, and
      // each request would wait for it.
      return new Answered(false, null, nanoClock.getAsLong());
    }
  }
}
