package io.sugang.lab.attack;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one client at a rate, with at most {@value #OPEN} open at a time.
 *
 * @param request makes the request of a number
 * @param judge returns what the attack got that no client should get, or null
 */
record AccountFlood(
    String name,
    String what,
    AttackClient client,
    int rate,
    IntFunction<HttpRequest> request,
    Function<AttackResult, @Nullable String> judge)
    implements Attack {
  private static final int OPEN = 128;

  @Override
  public AttackResult run(Duration time) throws InterruptedException {
    Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
    Semaphore open = new Semaphore(OPEN);
    long begin = System.nanoTime();
    long each = TimeUnit.SECONDS.toNanos(1) / rate;
    for (int number = 0; System.nanoTime() - begin < time.toNanos(); number++) {
      TimeUnit.NANOSECONDS.sleep(begin + number * each - System.nanoTime());
      open.acquire();
      client
          .send(request.apply(number))
          .whenComplete((answer, never) -> {
            statuses.merge(answer == null ? 0 : answer.statusCode(), 1, Integer::sum);
            open.release();
          });
    }
    open.acquire(OPEN);
    AttackResult outcome = new AttackResult(statuses, null);
    return new AttackResult(statuses, judge.apply(outcome));
  }
}
