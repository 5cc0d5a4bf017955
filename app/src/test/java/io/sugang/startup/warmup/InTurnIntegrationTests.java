package io.sugang.startup.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sugang.servers.MySqlDatabase;
import io.sugang.servers.Servers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Turns of several instances on a real MySQL. */
class InTurnIntegrationTests {
  private static final Duration LONG = Duration.ofMinutes(2);

  private final MySqlDatabase database = Servers.mysql().newDatabase();
  private final DataSource mysql =
      new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password());
  private final CountDownLatch two = new CountDownLatch(2);
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  @Test
  void noMoreInstancesThanAllowedDoTheStepAtATime() throws Exception {
    List<FutureTask<String>> instances = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      instances.add(start(new InTurn(step(this::aMoment), mysql, 2, LONG)));
    }
    for (FutureTask<String> instance : instances) {
      assertThat(instance.get()).startsWith("done, after ");
    }
    assertThat(most).hasValue(2);
    assertThat(running).hasValue(0);
  }

  @Test
  void theTurnOfAnInstanceThatDiedIsFree() throws Exception {
    AtomicReference<Connection> session = new AtomicReference<>();
    DataSource dying =
        new DriverManagerDataSource(database.jdbcUrl(), database.user(), database.password()) {
          @Override
          public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            session.set(connection);
            return connection;
          }
        };
    FutureTask<String> first = start(new InTurn(step(this::untilTheEnd), dying, 1, LONG));
    await().until(() -> running.get() == 1);
    FutureTask<String> second = start(new InTurn(step(this::untilTheEnd), mysql, 1, LONG));
    Objects.requireNonNull(session.get()).abort(Runnable::run);
    await().until(() -> running.get() == 2);
    end.countDown();
    assertThat(first.get()).startsWith("done");
    assertThat(second.get()).startsWith("done");
  }

  @Test
  void anInstanceThatHasWaitedForTooLongGoesOnWithoutATurn() throws Exception {
    FutureTask<String> first = start(new InTurn(step(this::untilTheEnd), mysql, 1, LONG));
    await().until(() -> running.get() == 1);
    InTurn late = new InTurn(step(() -> "done"), mysql, 1, Duration.ofMillis(500));
    assertThat(late.run()).startsWith("done, after ");
    assertThat(first).isNotDone();
    end.countDown();
    first.get();
  }

  @Test
  void aStepThatFailsGivesItsTurnBack() throws Exception {
    InTurn failing =
        new InTurn(
            step(() -> {
              throw new IllegalStateException("on purpose");
            }),
            mysql,
            1,
            LONG);
    FutureTask<String> first = start(failing);
    await().until(first::isDone);
    assertThat(new InTurn(step(() -> "done"), mysql, 1, LONG).run()).startsWith("done");
  }

  @Test
  void withoutMySqlTheStepIsDoneAtOnce() throws Exception {
    DataSource nobody =
        new DriverManagerDataSource("jdbc:mysql://127.0.0.1:1/none", "none", "none");
    assertThat(new InTurn(step(() -> "done"), nobody, 1, LONG).run()).isEqualTo("done");
  }

  private String aMoment() throws InterruptedException {
    most.accumulateAndGet(running.incrementAndGet(), Math::max);
    try {
      two.countDown();
      assertThat(two.await(30, TimeUnit.SECONDS)).isTrue();
      // long enough for a third one to come in, were it let in
      end.await(400, TimeUnit.MILLISECONDS);
    } finally {
      running.decrementAndGet();
    }
    return "done";
  }

  private String untilTheEnd() throws InterruptedException {
    running.incrementAndGet();
    end.await();
    return "done";
  }

  private static FutureTask<String> start(WarmupStep step) {
    FutureTask<String> task = new FutureTask<>(step::run);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private static WarmupStep step(Callable<String> work) {
    return new WarmupStep() {
      @Override
      public String name() {
        return "http";
      }

      @Override
      public Duration timeLimit() {
        return Duration.ofSeconds(1);
      }

      @Override
      public String run() throws Exception {
        return work.call();
      }
    };
  }
}
