package io.sugang.lab.chaos;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * A registrar who gives courses other numbers of seats, closes and opens them, and makes windows.
 * The window of the seed stays open, so none of this may refuse a student by a window. Belongs to
 * one thread.
 */
final class OfficeDesk {
  private static final String REASON = "\"reason\":\"chaos\"";
  // So few that the course is full again before the next change.
  private static final int MOST_FREE = 2;
  private static final long CLOSED_MILLIS = 700;

  private final DeskClient desk;
  private final OfficeCourses courses;
  private final Capacities capacities;
  private final ClosedTimes closed;
  private final SplittableRandom random;
  private final String run;
  private final LongSupplier until;
  private int windows;
  private int done;

  /**
   * @param until gives an act up then, by {@link System#nanoTime}
   */
  OfficeDesk(
      DeskClient desk,
      OfficeCourses courses,
      Capacities capacities,
      ClosedTimes closed,
      SplittableRandom random,
      String run,
      LongSupplier until) {
    this.desk = desk;
    this.courses = courses;
    this.capacities = capacities;
    this.closed = closed;
    this.random = random;
    this.run = run;
    this.until = until;
  }

  /** How many changes were confirmed. */
  int done() {
    return done;
  }

  /** The next act, by the seed. */
  void act() throws InterruptedException {
    int next = random.nextInt(4);
    if (next == 0) {
      closeForAMoment();
    } else if (next == 1) {
      moveAWindow();
    } else {
      DeskClient.DeskAnswer found = desk.get(path(courses.resized()));
      if (found.status() == 200) {
        resize(found.body().path("taken").asInt() + random.nextInt(MOST_FREE + 1));
      }
    }
  }

  /**
   * Sets the seats of the course that has no pools. With {@code atTheGate} in the answer no request
   * that begins afterwards may be refused by the earlier number.
   */
  void resize(int wanted) throws InterruptedException {
    int seats = wanted;
    long course = courses.resized();
    long begin = System.nanoTime();
    boolean sent = false;
    while (true) {
      DeskClient.DeskAnswer found = desk.get(path(course));
      if (found.status() == 200) {
        if (sent && found.body().path("capacity").asInt() == seats) {
          // an answer was lost; what is at the gate is not known
          capacities.change(course, seats, begin, System.nanoTime(), Long.MAX_VALUE);
          return;
        }
        // More students may have come since an answer was lost, and fewer seats would be refused.
        seats = Math.max(seats, found.body().path("taken").asInt());
        DeskClient.DeskAnswer answer =
            desk.post(
                path(course) + "/capacity",
                "{\"version\":\"%s\",\"capacity\":%d,%s}".formatted(version(found), seats, REASON));
        long end = System.nanoTime();
        if (answer.status() == 200) {
          boolean atTheGate = answer.body().path("atTheGate").asBoolean();
          capacities.change(course, seats, begin, end, atTheGate ? end : Long.MAX_VALUE);
          done++;
          return;
        }
        sent |= answer.undecided();
        if (!sent && !answer.code().equals("CHANGED_MEANWHILE")) {
          return;
        }
      }
      if (!again()) {
        if (sent) {
          capacities.change(course, seats, begin, Long.MAX_VALUE, Long.MAX_VALUE);
        }
        return;
      }
    }
  }

  /** Closes a course, and opens it again after a moment. */
  private void closeForAMoment() throws InterruptedException {
    ClosedTimes.ClosedTime time = closed.asked(courses.closed(), System.nanoTime());
    if (status("close", "CLOSED")) {
      time.closed(System.nanoTime());
      Thread.sleep(CLOSED_MILLIS);
    }
    time.opening(System.nanoTime());
    if (status("reopen", "OPEN")) {
      time.opened(System.nanoTime());
    }
  }

  private boolean status(String act, String wanted) throws InterruptedException {
    String path = path(courses.closed());
    while (true) {
      DeskClient.DeskAnswer found = desk.get(path);
      if (found.status() == 200) {
        if (found.body().path("status").asString("").equals(wanted)) {
          return true;
        }
        DeskClient.DeskAnswer answer =
            desk.post(
                path + "/" + act, "{\"version\":\"%s\",%s}".formatted(version(found), REASON));
        if (answer.status() == 200) {
          done++;
          return true;
        }
      }
      if (!again()) {
        return false;
      }
    }
  }

  /** Makes a window of a later century and moves it. */
  private void moveAWindow() throws InterruptedException {
    String key = OfficeCourses.KEYS + run + "-" + windows++;
    DeskClient.DeskAnswer made =
        desk.post(
            "/api/desk/windows",
            """
            {"termId":%d,"phase":"ENROLL","opensAt":"2150-03-02T10:00:00Z","closesAt":"2150-03-03T10:00:00Z","actions":["ENROLL"],%s}\
            """
                .formatted(courses.termId(), REASON),
            key);
    if (made.status() == 201) {
      DeskClient.DeskAnswer moved =
          desk.post(
              "/api/desk/windows/%d/shift".formatted(made.body().path("windowId").asLong()),
              "{\"version\":\"%s\",\"minutes\":%d,%s}"
                  .formatted(version(made), random.nextInt(1, 600), REASON));
      done += moved.status() == 200 ? 2 : 1;
    }
  }

  private boolean again() throws InterruptedException {
    Thread.sleep(100);
    return System.nanoTime() < until.getAsLong();
  }

  private static String path(long course) {
    return "/api/desk/courses/" + course;
  }

  private static String version(DeskClient.DeskAnswer found) {
    return found.body().path("version").asString("");
  }
}
