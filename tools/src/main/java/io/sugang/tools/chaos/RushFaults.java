package io.sugang.tools.chaos;

import io.sugang.tools.control.Operator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a rush meets beside broken parts: other clients, operators, clocks and bugs. */
final class RushFaults {
  private static final int CHANGED_COURSES = 20;
  private static final long HOUR = 3600;

  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
                  "redis-clock",
                  "Redis' clock is set forth and back by an hour while an instance is killed",
                  25,
                  RushFaults::turnClock)
              .prepared(stage -> {
                stage.perform("clock redis");
                // what the restart has emptied is loaded before the load begins
                stage.last(5);
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
              .prepared(stage -> setAll(stage, 30))
              .withoutFault(),
          Scenario.of(
                  "clients-abort",
                  "clients go away in the middle of an answer",
                  8,
                  stage -> new Aborts(stage).run(stage.length(8)))
              .followedBy(Aborts::nothingStaysUnderWay)
              .withoutFault(),
          errorsThrown(),
          Scenario.of(
                  "cancel-storm",
                  "hundreds of students of one course cancel at once, while others ask; no fault",
                  15,
                  stage -> new CancelStorm(stage).blow(3))
              .prepared(stage -> new CancelStorm(stage).prepare())
              .withoutFault(),
          cancelCrowd());

  private RushFaults() {}

  // It stays behind until all is judged, so that what a killed instance left is of the future.
  private static void turnClock(ScenarioContext stage) throws Exception {
    setClock(stage, HOUR);
    stage.last(2);
    setClock(stage, 0);
    stage.last(2);
    setClock(stage, -HOUR);
    stage.last(1);
    String instance = stage.anyInstance();
    stage.perform("kill " + instance);
    stage.lastBetween(0.5, 2);
    stage.perform("start " + instance);
  }

  private static void setClock(ScenarioContext stage, long seconds) throws Exception {
    stage.perform("shift redis " + seconds);
    // the library looks for a new time once a second
    stage.last(1.2);
    String time = stage.performQuietly("redis TIME").strip().split(" ")[0];
    long off = Long.parseLong(time) - System.currentTimeMillis() / 1000 - seconds;
    stage.requireFelt(Math.abs(off) <= 2, "Redis' clock is off by %d s".formatted(off));
  }

  private static void readOnly(ScenarioContext stage) throws Exception {
    stage.perform("mysql SET GLOBAL super_read_only = ON");
    stage.inSilence(
        "MySQL was read-only",
        _ -> {
          stage.last(8);
          for (String instance : stage.instances()) {
            try (Management management = Management.of(stage, instance)) {
              stage.promise(
                  management.health("serving") != 200,
                  instance + " says that it serves, 8 s after MySQL became read-only");
            } catch (Operator.Unsupported notHere) {
              break;
            }
          }
          stage.last(12);
        });
    stage.perform("mysql SET GLOBAL super_read_only = OFF");
    stage.perform("mysql SET GLOBAL read_only = OFF");
  }

  private static void restartWarm(ScenarioContext stage) throws Exception {
    try (Outsider outsider = new Outsider(stage.clients().target(), stage.campus())) {
      for (String instance : stage.instances()) {
        stage.perform("stop " + instance);
        stage.perform("start " + instance + " SUGANG_WARMUP=on");
      }
      Map<Integer, Integer> answers = outsider.end();
      stage.say("answers to posts with reserved ids, by status: " + answers);
      stage.requireFelt(answers.containsKey(404), "nobody answered posts with reserved ids");
      // what is no answer of the service tells nothing: 0, 502 and 503
      int others =
          answers.entrySet().stream()
              .filter(answer -> !List.of(0, 404, 502, 503).contains(answer.getKey()))
              .mapToInt(Map.Entry::getValue)
              .sum();
      stage.promise(others == 0, "%d posts with reserved ids were no 404".formatted(others));
    }
  }

  private static void changeCapacities(ScenarioContext stage) throws Exception {
    stage.last(1);
    setAll(stage, 40);
    stage.lastBetween(1, 3);
    setAll(stage, 35);
    stage.lastBetween(1, 2);
    setAll(stage, 50);
    stage.last(2);
  }

  private static void setAll(ScenarioContext stage, int seats) throws Exception {
    List<Long> courses =
        Arrays.stream(stage.campus().courses()).limit(CHANGED_COURSES).boxed().toList();
    new CapacityChanges(stage).set(courses, seats);
    stage.say(
        "%d courses have %d seats, or as many as are taken".formatted(CHANGED_COURSES, seats));
  }

  private static Scenario cancelCrowd() {
    CancelCrowd[] crowd = new CancelCrowd[1];
    return Scenario.of(
            "cancel-crowd",
            "cancel and enroll of one student at the same instant, others ask; no fault",
            15,
            stage -> crowd[0].gather(stage.length(15)))
        .prepared(stage -> {
          crowd[0] = new CancelCrowd(stage);
          crowd[0].fill();
        })
        .withoutFault();
  }

  private static Scenario errorsThrown() {
    int[] port = new int[1];
    return Scenario.of(
            "errors-thrown",
            "an Error is thrown into the claim writer and the reconciler of an instance",
            10,
            stage -> {
              try (ThrownErrors errors = ThrownErrors.attach(port[0])) {
                throwInto(stage, errors, "claim-writer", "io.sugang.ledger");
                stage.last(2);
                throwInto(stage, errors, "seat-reconciler", "io.sugang.reconciler");
                stage.last(4);
                for (String thread : List.of("claim-writer", "seat-reconciler")) {
                  stage.promise(
                      errors.lives(thread) || dead(stage),
                      thread + " has ended, and liveness does not tell");
                }
              }
            })
        .prepared(stage -> {
          port[0] = freePort();
          stage.perform("stop app-1");
          stage.perform("start app-1 JAVA_TOOL_OPTIONS=" + ThrownErrors.option(port[0]));
        });
  }

  private static void throwInto(
      ScenarioContext stage, ThrownErrors errors, String thread, String inPackage)
      throws Exception {
    stage.requireFelt(
        errors.throwInto(thread, inPackage), "no error could be thrown into " + thread);
    stage.say("an error was thrown into %s of app-1".formatted(thread));
  }

  private static boolean dead(ScenarioContext stage) throws Exception {
    try (Management management = Management.of(stage, "app-1")) {
      return management.health("liveness") != 200;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }
}
