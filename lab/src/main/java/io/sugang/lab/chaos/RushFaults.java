package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.GiveRedisClock;
import io.sugang.lab.control.Operation.Kill;
import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operation.ShiftRedisClock;
import io.sugang.lab.control.Operation.Sql;
import io.sugang.lab.control.Operation.StartChanged;
import io.sugang.lab.control.Operation.StartParts;
import io.sugang.lab.control.Operation.Stop;
import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Faults of a rush other than broken parts: other clients, operators, clocks and bugs. */
final class RushFaults {
  private static final int CHANGED_COURSES = 20;
  private static final long HOUR = 3600;

  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
                  "redis-clock",
                  "Redis's clock jumps an hour ahead and back while an instance is killed",
                  25,
                  RushFaults::turnClock)
              .prepared(context -> {
                context.perform(new GiveRedisClock());
                // what the restart has emptied is loaded before the load begins
                context.last(5);
              }),
          Scenario.of(
              "mysql-read-only-long", "MySQL is read-only for 20 s", 20, RushFaults::readOnly),
          Scenario.of(
                  "restart-warm",
                  "every instance restarted with its warm-up, while a client uses the reserved ids",
                  90,
                  RushFaults::restartWarm)
              .withoutFailure()
              .needing(2),
          Scenario.of(
                  "capacity-changed",
                  "seats of hot courses are added and taken away",
                  8,
                  RushFaults::changeCapacities)
              .prepared(context -> setAll(context, 30))
              .withoutFault(),
          Scenario.of(
                  "clients-abort",
                  "clients close their connections in the middle of an answer",
                  8,
                  context -> new Aborts(context).run(context.length(8)))
              .followedBy(Aborts::nothingStaysUnderWay)
              .withoutFault(),
          errorsThrown(),
          Scenario.of(
                  "cancel-storm",
                  "hundreds of students of one course cancel at once, while others enroll; no fault",
                  15,
                  context -> new CancelStorm(context).blow(3))
              .prepared(context -> new CancelStorm(context).prepare())
              .withoutFault(),
          cancelCrowd(),
          Scenario.of(
                  "plans-held",
                  "a transaction holds the plans of students for longer than their cancels wait",
                  15,
                  context -> new HeldPlans(context).run())
              .withoutFault(),
          importRounds(),
          Scenario.of(
                  "mock-term",
                  "a mock term is begun, used and ended while the real term runs",
                  25,
                  context -> new MockTermDay(context).run(context.length(6)))
              .withoutFault());

  private RushFaults() {}

  // It stays behind until all is judged, so that what a killed instance left is of the future.
  private static void turnClock(ScenarioContext context) throws Exception {
    setClock(context, HOUR);
    context.last(2);
    setClock(context, 0);
    context.last(2);
    setClock(context, -HOUR);
    context.last(1);
    String instance = context.anyInstance();
    context.perform(new Kill(instance));
    context.lastBetween(0.5, 2);
    context.perform(StartParts.of(instance));
  }

  private static void setClock(ScenarioContext context, long seconds) throws Exception {
    context.perform(new ShiftRedisClock(seconds));
    // the library reads a new time once a second
    context.last(1.2);
    String time = context.performQuietly(Redis.of("TIME")).strip().split(" ")[0];
    long off = Long.parseLong(time) - System.currentTimeMillis() / 1000 - seconds;
    context.requireFelt(Math.abs(off) <= 2, "Redis's clock is off by %d s".formatted(off));
  }

  private static void readOnly(ScenarioContext context) throws Exception {
    context.perform(new Sql("SET GLOBAL super_read_only = ON"));
    context.inSilence(
        "MySQL was read-only",
        _ -> {
          context.last(8);
          for (String instance : context.instances()) {
            try (Management management = Management.of(context, instance)) {
              context.promise(
                  management.health("serving") != 200,
                  instance + " says that it serves, 8 s after MySQL became read-only");
            } catch (Operator.Unsupported notHere) {
              break;
            }
          }
          context.last(12);
        });
    context.perform(new Sql("SET GLOBAL super_read_only = OFF"));
    context.perform(new Sql("SET GLOBAL read_only = OFF"));
  }

  private static void restartWarm(ScenarioContext context) throws Exception {
    try (ReservedIdClient reserved =
        new ReservedIdClient(context.clients().target(), context.dataset())) {
      for (String instance : context.instances()) {
        context.perform(new Stop(instance));
        context.perform(new StartChanged(instance, Map.of("SUGANG_WARMUP", "on")));
      }
      Map<Integer, Integer> answers = reserved.end();
      context.say("answers to posts with reserved ids, by status: " + answers);
      context.requireFelt(answers.containsKey(404), "no post with reserved ids was answered");
      // what is no answer of the service tells nothing: 0, 502 and 503
      int others =
          answers.entrySet().stream()
              .filter(answer -> !List.of(0, 404, 502, 503).contains(answer.getKey()))
              .mapToInt(Map.Entry::getValue)
              .sum();
      context.promise(
          others == 0, "%d posts with reserved ids were not answered 404".formatted(others));
    }
  }

  private static void changeCapacities(ScenarioContext context) throws Exception {
    context.last(1);
    setAll(context, 40);
    context.lastBetween(1, 3);
    setAll(context, 35);
    context.lastBetween(1, 2);
    setAll(context, 50);
    context.last(2);
  }

  private static void setAll(ScenarioContext context, int seats) throws Exception {
    List<Long> courses =
        Arrays.stream(context.dataset().courses()).limit(CHANGED_COURSES).boxed().toList();
    new CapacityChanges(context).set(courses, seats);
    context.say(
        "%d courses have %d seats, or as many as are taken".formatted(CHANGED_COURSES, seats));
  }

  private static Scenario cancelCrowd() {
    CancelCrowd[] crowd = new CancelCrowd[1];
    return Scenario.of(
            "cancel-crowd",
            "cancel and enrollment of one student at the same instant, others enroll; no fault",
            15,
            context -> crowd[0].gather(context.length(15)))
        .prepared(context -> {
          crowd[0] = new CancelCrowd(context);
          crowd[0].fill();
        })
        .withoutFault();
  }

  private static Scenario importRounds() {
    ImportRounds[] rounds = new ImportRounds[1];
    return Scenario.of(
            "import-open",
            "an import moves an empty course to the time of another, whose students enroll in it",
            20,
            context -> rounds[0].run())
        .prepared(context -> {
          rounds[0] = new ImportRounds(context);
          rounds[0].prepare();
        })
        .withoutFault();
  }

  private static Scenario errorsThrown() {
    int[] port = new int[1];
    return Scenario.of(
            "errors-thrown",
            "an Error is thrown into the claim writer and the reconciler of an instance",
            10,
            context -> {
              try (ThrownErrors errors = ThrownErrors.attach(port[0])) {
                // Not where the thread answers a request: that request rightly gets a 500.
                throwInto(context, errors, "claim-writer", "io.sugang.seats.ledger.ClaimWriter*");
                context.last(2);
                throwInto(context, errors, "seat-reconciler", "io.sugang.seats.reconciler.*");
                context.last(4);
                for (String thread : List.of("claim-writer", "seat-reconciler")) {
                  context.promise(
                      errors.lives(thread) || dead(context),
                      thread + " has ended, and liveness does not report it");
                }
              }
            })
        .prepared(context -> {
          port[0] = freePort();
          context.perform(new Stop("app-1"));
          context.perform(
              new StartChanged("app-1", Map.of("JAVA_TOOL_OPTIONS", ThrownErrors.option(port[0]))));
        });
  }

  private static void throwInto(
      ScenarioContext context, ThrownErrors errors, String thread, String classes)
      throws Exception {
    context.requireFelt(
        errors.throwInto(thread, classes), "no error could be thrown into " + thread);
    context.say("an error was thrown into %s of app-1".formatted(thread));
  }

  private static boolean dead(ScenarioContext context) throws Exception {
    try (Management management = Management.of(context, "app-1")) {
      return management.health("liveness") != 200;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }
}
