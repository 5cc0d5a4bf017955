package io.sugang.verifier;

import java.util.TreeSet;
import java.util.regex.Pattern;

/** I4: no seat stays between taken and given for longer than ten seconds. */
record PendingAge(Sources sources) implements Check {
  private static final long LIMIT_MILLIS = 10_000;

  // By the same clock: what is ahead of it by more was not stamped with it.
  private static final long AHEAD_MILLIS = 1_000;

  private static final Pattern ENTRY = Pattern.compile(".+\\|(\\d{1,18})");

  @Override
  public String name() {
    return "pending-age";
  }

  @Override
  public Finding run() throws Exception {
    // Before the entries, so that none is made older than it is.
    var now = sources.gate().nowMillis();
    var courses = new TreeSet<Long>();
    for (var key : sources.gate().keys()) {
      if (GateKeys.isPending(key)) {
        GateKeys.courseOf(key).ifPresent(courses::add);
      }
    }
    var old = new Examples();
    long entries = 0;
    for (var chunk : Chunks.of(courses)) {
      var read = sources.gate().read(chunk);
      // After the entries, so that none is made younger than it is.
      var after = sources.gate().nowMillis();
      for (var course : read) {
        for (var entry : course.pending().entrySet()) {
          entries++;
          judge(course.courseId(), entry.getKey(), entry.getValue(), now, after, old);
        }
      }
    }
    return old.none()
        ? Finding.valid("%,d pending, none for longer than 10 s".formatted(entries))
        : Finding.violated(
            "%,d of %,d pending entries are older than 10 s, of the future or unreadable"
                .formatted(old.count(), entries),
            old);
  }

  private static void judge(
      long courseId, String student, String value, long now, long after, Examples old) {
    var entry = ENTRY.matcher(value);
    if (!entry.matches()) {
      old.add(
          "student %s in course %d: \"%s\" is not token|milliseconds"
              .formatted(student, courseId, value));
      return;
    }
    var stamp = Long.parseLong(entry.group(1));
    var age = now - stamp;
    if (stamp > after + AHEAD_MILLIS) {
      old.add(
          "student %s in course %d is pending since a time that is %,d s ahead"
              .formatted(student, courseId, (stamp - after) / 1000));
    }
    if (age > LIMIT_MILLIS) {
      old.add(
          "student %s in course %d has been pending for %,d s"
              .formatted(student, courseId, age / 1000));
    }
  }
}
