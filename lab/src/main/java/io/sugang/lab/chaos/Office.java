package io.sugang.lab.chaos;

import io.sugang.lab.control.Operator;
import io.sugang.lab.rush.Dataset;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What happens on a registration day in addition to clicks: pools merge, a registrar changes seats,
 * closes courses and grants overrides, and students press several courses at once. A small load of
 * its own, as long as that of the planned requests.
 */
final class Office implements AutoCloseable {
  private static final int STUDENTS = 10;
  private static final int FIRST_NUMBER = 10_000_000;
  // The instances read new pools, and when they merge, within that. A fault may keep them from it.
  private static final Duration KNOWN_AFTER = Duration.ofSeconds(6);
  private static final Duration WATCH = Duration.ofMillis(40);
  private static final Duration LONGEST_MERGE = Duration.ofSeconds(10);
  // For requests that meet what the last merge left at the gate.
  private static final Duration AFTER_MERGE = Duration.ofSeconds(1);
  private static final int LEAST_PAUSE_MILLIS = 20;
  private static final int MOST_PAUSE_MILLIS = 100;

  private final OfficeCourses courses;
  private final ClosedTimes closed = new ClosedTimes();
  private final DeskClient desk;
  private final Clients clients;
  private final PoolWatch watch;
  private final OfficeDesk registrar;
  private final OfficeStudents students;
  private final SplittableRandom random;
  private final long made;
  private final int seatsAtFirst;
  private final List<Thread> threads = new ArrayList<>();
  private volatile long until = Long.MAX_VALUE;
  private volatile boolean over;
  private volatile @Nullable RuntimeException failure;

  private Office(
      OfficeCourses courses,
      String sessionKey,
      URI target,
      History history,
      String run,
      Dataset dataset,
      Capacities capacities,
      Map<String, String> environment,
      long seed)
      throws SQLException {
    this.courses = courses;
    this.random = new SplittableRandom(seed);
    this.made = System.nanoTime();
    this.seatsAtFirst = capacities.atLast(courses.resized());
    this.watch = new PoolWatch(courses.pooled(), capacities, environment);
    this.desk = new DeskClient(target, sessionKey);
    this.clients = new Clients(target, history, run + "-office", FIRST_NUMBER);
    this.registrar =
        new OfficeDesk(desk, courses, capacities, closed, random.split(), run, this::until);
    this.students =
        new OfficeStudents(
            courses, dataset.students(), desk, sessionKey, FIRST_NUMBER, this::until);
  }

  /**
   * Makes the pools, which merge some seconds later: not before the instances know them.
   *
   * @return null where the stack has too few courses, or its session key is not known
   */
  static @Nullable Office open(
      Operator operator,
      URI target,
      History history,
      String run,
      Dataset dataset,
      Capacities capacities,
      Map<String, String> environment,
      long seed)
      throws SQLException, IOException, Operator.Unsupported, InterruptedException {
    String key = environment.getOrDefault("SUGANG_SESSION_KEY", "");
    OfficeCourses courses;
    try (Connection mysql = Dataset.connect(environment)) {
      courses = key.isEmpty() ? null : OfficeCourses.choose(mysql, last(dataset));
    }
    if (courses == null) {
      return null;
    }
    courses.makePools(operator, KNOWN_AFTER);
    Thread.sleep(KNOWN_AFTER);
    return new Office(courses, key, target, history, run, dataset, capacities, environment, seed);
  }

  private static long last(Dataset dataset) {
    return dataset.courses()[dataset.courses().length - 1] + 1;
  }

  OfficeCourses courses() {
    return courses;
  }

  ClosedTimes closed() {
    return closed;
  }

  void start() throws Exception {
    List<SplittableRandom> seeds = new ArrayList<>();
    for (int i = 0; i < STUDENTS; i++) {
      seeds.add(random.split());
    }
    threads.addAll(
        clients.start(
            STUDENTS,
            client -> {
              SplittableRandom own;
              synchronized (seeds) {
                own = seeds.removeLast();
              }
              while (!over) {
                students.act(client, own);
                Thread.sleep(own.nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS));
              }
            }));
    List<Thread> clicking = List.copyOf(threads);
    threads.add(Thread.ofVirtual().name("chaos-office").start(() -> office(clicking)));
  }

  // Looks at the pools all the time, and acts every half a second or so.
  private void office(List<Thread> clicking) {
    try {
      long nextAct = System.nanoTime();
      while (!over || clicking.stream().anyMatch(Thread::isAlive)) {
        watch.look();
        if (!over && System.nanoTime() >= nextAct) {
          registrar.act();
          nextAct = System.nanoTime() + random.nextLong(200, 800) * 1_000_000;
        }
        Thread.sleep(WATCH);
      }
      registrar.resize(seatsAtFirst);
      watch.look();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException defect) {
      failure = defect;
    }
  }

  private long until() {
    return until;
  }

  /** Gives requests without an answer up at this time, by {@link System#nanoTime}. */
  void faultOver(long giveUp) {
    until = giveUp;
  }

  /** Ends when every pool should have merged, and every request was answered or given up. */
  void await(ScenarioContext context) throws InterruptedException {
    while (courses.pooled().merges() < 2 * courses.pooled().pools().size()
        && System.nanoTime() - made < LONGEST_MERGE.toNanos()) {
      Thread.sleep(WATCH);
    }
    Thread.sleep(AFTER_MERGE);
    over = true;
    Clients.join(threads);
    RuntimeException defect = failure;
    if (defect != null) {
      throw new IllegalStateException("the office has failed", defect);
    }
    context.say(
        "the office made %d changes; %d of %d pools had free seats at their merge; %s"
            .formatted(
                registrar.done(),
                courses.pooled().merges(),
                2 * courses.pooled().pools().size(),
                students.counts()));
  }

  int undecided() {
    return students.undecided();
  }

  @Override
  public void close() {
    over = true;
    until = Long.MIN_VALUE;
    threads.forEach(Thread::interrupt);
    boolean interrupted = Thread.interrupted();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    desk.close();
    clients.close();
    watch.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
