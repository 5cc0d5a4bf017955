package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation;
import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operator;
import io.sugang.lab.control.ResourceReader;
import io.sugang.lab.control.StackLink;
import io.sugang.lab.rush.Dataset;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What a scenario acts on, and where it says what it does. */
final class ScenarioContext implements AutoCloseable {
  private final StackLink stack;
  private final Timeline timeline;
  private final SplittableRandom random;
  private final Flooding flooding;
  private final Clients clients;
  private final Dataset dataset;
  private final Capacities capacities;
  private final double aroundSeconds;
  private @Nullable ScenarioLoad load;
  private final List<AutoCloseable> used = new ArrayList<>();
  private final List<ExpectedOutage> outages = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();
  private final Set<Long> moved = ConcurrentHashMap.newKeySet();

  /** Sends far more than can be served. */
  @FunctionalInterface
  interface Flooding {
    void flood(ScenarioContext context, Duration length) throws Exception;
  }

  ScenarioContext(
      StackLink stack,
      Timeline timeline,
      SplittableRandom random,
      Flooding flooding,
      Clients clients,
      Dataset dataset,
      Capacities capacities,
      double aroundSeconds) {
    this.stack = stack;
    this.timeline = timeline;
    this.random = random;
    this.flooding = flooding;
    this.clients = clients;
    this.dataset = dataset;
    this.capacities = capacities;
    this.aroundSeconds = aroundSeconds;
  }

  /** {@link Operator#perform}, with a line in the log. */
  String perform(Operation operation) throws IOException, Operator.Unsupported {
    long begin = System.nanoTime();
    String answer = performQuietly(operation);
    double took = (System.nanoTime() - begin) / 1e9;
    String words = operation.words();
    say(took < 0.5 ? words : String.format(Locale.ROOT, "%s (took %.1f s)", words, took));
    return answer;
  }

  String performQuietly(Operation operation) throws IOException, Operator.Unsupported {
    return stack.operator().perform(operation);
  }

  void say(String what) {
    timeline.say(what);
  }

  /** The fault was caused without an effect, so the scenario has tested nothing. */
  static final class NotFelt extends IOException {
    private NotFelt(String what) {
      super("the fault was not observed: " + what);
    }
  }

  void requireFelt(boolean felt, String otherwise) throws NotFelt {
    if (!felt) {
      throw new NotFelt(otherwise);
    }
  }

  /** Runs a step during which no enrollment is possible; the judge checks that later. */
  void inSilence(String cause, Scenario.ScenarioStep step) throws Exception {
    long begin = System.nanoTime();
    step.run(this);
    outages.add(new ExpectedOutage(cause, new TimeWindow(begin, System.nanoTime())));
  }

  /** A check of the scenario itself: a broken promise is a violation. */
  void promise(boolean kept, String otherwise) {
    if (!kept) {
      say("BROKEN: " + otherwise);
      synchronized (broken) {
        broken.add(otherwise);
      }
    }
  }

  /** Promises that were not kept. */
  List<String> broken() {
    synchronized (broken) {
      return List.copyOf(broken);
    }
  }

  void loadedBy(ScenarioLoad running) {
    load = running;
  }

  /** The load, while it runs. */
  ScenarioLoad load() {
    if (load == null) {
      throw new IllegalStateException("the load has not begun");
    }
    return load;
  }

  /** For requests in addition to those of the load. */
  Clients clients() {
    return clients;
  }

  Dataset dataset() {
    return dataset;
  }

  /** What the courses have; a scenario that changes it says so here. */
  Capacities capacities() {
    return capacities;
  }

  /** Courses whose times change in the scenario. */
  Set<Long> moved() {
    return moved;
  }

  List<ExpectedOutage> outages() {
    return outages;
  }

  /**
   * {@link #perform} of a command of Redis that answers OK; redis-cli prints refusals the same way.
   */
  void redis(String... command) throws IOException, Operator.Unsupported {
    String answer = perform(Redis.of(command)).strip();
    requireFelt(answer.equals("OK"), String.join(" ", command) + " was answered: " + answer);
  }

  /** So many seconds, at most twice what the load lasts around the fault. */
  Duration length(double seconds) {
    return Duration.ofMillis((long) (1000 * Math.min(seconds, 2 * aroundSeconds)));
  }

  void last(double seconds) throws InterruptedException {
    Thread.sleep((long) (seconds * 1000));
  }

  /** Between {@code least} and {@code most} seconds, by the seed. */
  void lastBetween(double least, double most) throws InterruptedException {
    last(least + (most - least) * random.nextDouble());
  }

  /** One of the instances, by the seed. */
  String anyInstance() {
    return instances().get(random.nextInt(instances().size()));
  }

  List<String> instances() {
    return stack.instances();
  }

  String environment(String name, String otherwise) {
    return stack.environment().getOrDefault(name, otherwise);
  }

  Map<String, String> environment() {
    return stack.environment();
  }

  /** What the parts of the stack take, by part and kind. */
  Map<String, Double> resources() throws IOException, Operator.Unsupported {
    ResourceReader reader = stack.resources();
    if (reader == null) {
      throw new Operator.Unsupported("local mode only");
    }
    return reader.read(instances());
  }

  void flood(Duration length) throws Exception {
    flooding.flood(this, length);
  }

  /** Closes it at the end of the scenario. */
  <T extends AutoCloseable> T use(T resource) {
    used.add(resource);
    return resource;
  }

  @Override
  public void close() {
    for (AutoCloseable resource : used.reversed()) {
      try {
        resource.close();
      } catch (Exception gone) {
        // the stack is healed after this in any case
      }
    }
    used.clear();
  }
}
