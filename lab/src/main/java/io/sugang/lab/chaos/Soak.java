package io.sugang.lab.chaos;

import io.sugang.lab.chaos.ResourceGrowth.Window;
import io.sugang.lab.control.Operation.ReloadNginx;
import io.sugang.lab.http.KeepAliveConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A load for a long time, with a restart of each part in turn; no resource may grow. */
final class Soak {
  static final String NAME = "soak";
  static final int USUAL_MINUTES = 30;

  private static final int PER_SECOND = 100;
  // Every answer stays in memory for the judge.
  private static final int MOST_REQUESTS = 400_000;
  // A fifth of the seats of the usual data: hot courses are full, and others can be won for hours.
  private static final int KEPT = 5_000;
  private static final long READ_MILLIS = 25;

  // Of the whole time: the load settles, then a window, the restarts, a window, and the last one.
  private static final double BEFORE = 0.15;
  private static final double RESTARTS = 0.25;
  private static final double AFTER = 0.5;
  private static final double LAST = 0.88;
  private static final int SAMPLES = 3;
  private static final Duration QUIET = Duration.ofSeconds(2);

  private final Duration length;
  private final ResourceGrowth growth = new ResourceGrowth();

  private Soak(Duration length) {
    this.length = length;
  }

  /** The scenario with a load of so many minutes; it only runs when it is named. */
  static Scenario scenario(int minutes) {
    Soak soak = new Soak(Duration.ofMinutes(minutes));
    int requests = (int) Math.min(MOST_REQUESTS, PER_SECOND * soak.length.toSeconds());
    return Scenario.of(
            NAME,
            "%d minutes of load, every part restarted in turn; nothing grows".formatted(minutes),
            // A fifth of the requests waits for the end.
            (int) (soak.length.toSeconds() * 5 / 4),
            soak::run)
        .prepared(ScenarioContext::resources)
        .loadedWith(new Scenario.OwnLoad(requests, KEPT));
  }

  private void run(ScenarioContext context) throws Exception {
    long begin = System.nanoTime();
    try (Reader reader = new Reader(context)) {
      lastUntil(begin, BEFORE);
      sample(context, reader, Window.BEFORE, begin, RESTARTS);
      restartAll(context);
      lastUntil(begin, AFTER);
      sample(context, reader, Window.AFTER, begin, AFTER + 0.1);
      lastUntil(begin, LAST);
      sample(context, reader, Window.LAST, begin, 1);
    }
    context.say("figures in three windows:\n" + growth.table());
    for (ResourceGrowth.GrowthRow row : growth.rows()) {
      context.promise(row.flat(), row.figure() + " grows");
    }
  }

  private static void restartAll(ScenarioContext context) throws Exception {
    for (String instance : context.instances()) {
      Scenarios.restart(context, instance);
    }
    for (String part : List.of("redis", "mysql")) {
      Scenarios.restart(context, part);
    }
    context.perform(new ReloadNginx());
  }

  // Requests in flight are no growth, so the load pauses meanwhile.
  private void sample(
      ScenarioContext context, Reader reader, Window window, long begin, double until)
      throws Exception {
    long left = nanos(until) - (System.nanoTime() - begin);
    for (int i = 0; i < SAMPLES; i++) {
      context.load().hold();
      reader.hold(true);
      Thread.sleep(QUIET);
      growth.add(window, context.resources());
      context.load().resume();
      reader.hold(false);
      Thread.sleep(Duration.ofNanos(Math.clamp(left / SAMPLES, 1_000_000_000L, 60_000_000_000L)));
    }
    context.say("measured: " + window);
  }

  private void lastUntil(long begin, double share) throws InterruptedException {
    long left = nanos(share) - (System.nanoTime() - begin);
    if (left > 0) {
      Thread.sleep(Duration.ofNanos(left));
    }
  }

  private long nanos(double share) {
    return (long) (share * length.toNanos());
  }

  /** Reads students and courses one after another; what it is answered is not judged. */
  private static final class Reader implements AutoCloseable {
    private final KeepAliveConnection connection;
    private final long[] students;
    private final Thread thread;
    private volatile boolean held;
    private volatile boolean ended;

    Reader(ScenarioContext context) throws IOException {
      this.connection =
          new KeepAliveConnection(
              InetAddress.getByName(context.clients().target().getHost()),
              context.clients().target(),
              Duration.ofSeconds(3));
      this.students = context.dataset().students();
      this.thread = Thread.ofVirtual().start(this::read);
    }

    void hold(boolean hold) {
      held = hold;
    }

    private void read() {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      while (!ended) {
        try {
          Thread.sleep(READ_MILLIS);
          if (!held) {
            connection.exchange(
                "GET",
                random.nextInt(4) == 0
                    ? "/api/courses?size=20"
                    : "/api/students/" + students[random.nextInt(students.length)],
                null);
          }
        } catch (IOException restarted) {
          // the next one opens the connection again
        } catch (InterruptedException end) {
          return;
        }
      }
    }

    @Override
    public void close() {
      ended = true;
      connection.abort();
      ScenarioLoad.joinUninterruptibly(thread);
      connection.close();
    }
  }
}
