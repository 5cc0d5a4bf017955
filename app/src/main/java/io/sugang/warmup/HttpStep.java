package io.sugang.warmup;

import io.sugang.keepalive.KeepAliveConnection;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Sends real requests to this very instance until its code is compiled, or the time or the number
 * of requests is used up. Reads ask for real students and courses; what enrolls and cancels uses
 * the rows of a {@link ReservedSlot}, of which nothing is left afterwards.
 */
final class HttpStep implements WarmupStep {

  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  // For the keys of a load that was under way when the rows were removed.
  private static final Duration LATE_LOADS = Duration.ofMillis(200);

  // Beyond the limit of the requests: making the rows, the last requests, removing the rows.
  private static final Duration AROUND = Duration.ofSeconds(10);

  private final DataSource mysql;
  private final StringRedisTemplate redis;
  private final Supplier<InetSocketAddress> address;
  private final WarmupProperties properties;

  HttpStep(
      DataSource mysql,
      StringRedisTemplate redis,
      Supplier<InetSocketAddress> address,
      WarmupProperties properties) {
    this.mysql = mysql;
    this.redis = redis;
    this.address = address;
    this.properties = properties;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Duration timeLimit() {
    return properties.httpTimeLimit().plus(AROUND);
  }

  @Override
  public String run() throws SQLException, IOException, InterruptedException {
    if (properties.httpRequests() == 0 || properties.httpTimeLimit().isZero()) {
      return "switched off";
    }
    Optional<ReservedSlot> taken = ReservedSlot.take(mysql, redis);
    if (taken.isEmpty()) {
      throw new IOException("all sets of reserved ids are in use by instances that start just now");
    }
    ReservedSlot slot = taken.get();
    Plateau plateau =
        new Plateau(ManagementFactory.getCompilationMXBean()::getTotalCompilationTime);
    try (slot) {
      return drive(slot, plateau);
    } finally {
      boolean interrupted = Thread.interrupted();
      Thread.sleep(LATE_LOADS);
      slot.removeKeys();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private String drive(ReservedSlot slot, Plateau plateau)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    long deadline = begin + properties.httpTimeLimit().toNanos();
    AtomicBoolean enough = new AtomicBoolean();
    AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    List<WarmupUser> users = users(slot, plateau);
    List<Thread> threads = new ArrayList<>();
    for (WarmupUser user : users) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("warmup-user-" + threads.size())
              .start(() -> user.roundsUntil(enough, failure)));
    }
    String end = "time limit";
    try {
      while (true) {
        Thread.sleep(WINDOW);
        if (failure.get() != null) {
          break;
        }
        if (plateau.endWindow(WINDOW)) {
          end = "compiled";
          break;
        }
        if (plateau.requests() >= properties.httpRequests()) {
          end = "limit of requests";
          break;
        }
        if (System.nanoTime() >= deadline) {
          break;
        }
      }
    } finally {
      enough.set(true);
      boolean interrupted = Thread.interrupted();
      for (WarmupUser user : users) {
        user.abortAfter(CONNECT_TIMEOUT);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    IOException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    return "%d requests, the last in %d µs each (%s)"
        .formatted(plateau.requests(), plateau.lastMicros(), end);
  }

  private List<WarmupUser> users(ReservedSlot slot, Plateau plateau) throws IOException {
    InetSocketAddress target = address.get();
    URI base = URI.create("http://127.0.0.1:" + target.getPort());
    JdbcTemplate jdbc = new JdbcTemplate(mysql);
    List<String> reads = WarmupReads.paths(jdbc);
    List<WarmupUser> users = new ArrayList<>();
    for (int number = 0; number < properties.httpConnections(); number++) {
      users.add(
          new WarmupUser(
              new KeepAliveConnection(target.getAddress(), base, CONNECT_TIMEOUT),
              slot,
              slot.student(number),
              reads,
              plateau));
    }
    return users;
  }
}
