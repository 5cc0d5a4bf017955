package io.sugang.verifier;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * I2: every acknowledged enrollment is a row, and every row was acknowledged.
 *
 * <p>Rows of students who did not take part are not judged, and neither are seats that the load
 * never asked for, which others took meanwhile. What was enrolled or cancelled after the last
 * answer is no matter of the file. A row without an acknowledgement is allowed only where a client
 * got no clear answer; that client learns of the row by a repetition.
 */
final class Acknowledged implements Check {
  private final Sources sources;
  private final Path file;

  private final Examples wrong = new Examples();
  private final Examples unexplained = new Examples();
  private long rows;
  private long doubtful;
  private long others;

  Acknowledged(Sources sources, Path file) {
    this.sources = sources;
    this.file = file;
  }

  @Override
  public String name() {
    return "acknowledged";
  }

  @Override
  public Finding run() throws Exception {
    var told = AckFile.read(file);
    var missing = new HashMap<>(told.promises());
    var snapshot = sources.snapshot();
    // Clients know courses, rows may be of their pools.
    var pools = snapshot.pools();
    snapshot.each((enrollmentId, studentId, courseId, enrolledAt) ->
        compare(
            new Seat(studentId, pools.getOrDefault(courseId, courseId)),
            enrollmentId,
            told.isAfterTheEnd(enrolledAt),
            missing,
            told));
    var endedAt = told.endedAt();
    if (endedAt != null && !missing.isEmpty() && snapshot.events().areKept()) {
      var cancelled = snapshot.events().cancelledAfter(endedAt);
      missing.values().removeIf(promise -> cancelled.contains(promise.enrollmentId()));
    }
    missing.forEach((seat, promise) ->
        wrong.add(
            promise.before()
                ? "%s: enrollment %d existed before the run and is gone"
                    .formatted(seat, promise.enrollmentId())
                : "%s: enrollment %d was acknowledged and is no row"
                    .formatted(seat, promise.enrollmentId())));
    told.contradictions().forEach(wrong::add);
    return finding(told, missing);
  }

  private void compare(
      Seat seat,
      long enrollmentId,
      boolean afterTheEnd,
      Map<Seat, Acknowledgements.Promise> missing,
      Acknowledgements told) {
    if (!told.tookPart(seat.studentId())) {
      return;
    }
    var promise = missing.get(seat);
    var acknowledged = promise != null && promise.enrollmentId() == enrollmentId;
    if (!acknowledged && (afterTheEnd || told.complete() && !told.wasAsked(seat))) {
      others++;
      return;
    }
    rows++;
    missing.remove(seat);
    if (promise == null) {
      if (told.isInDoubt(seat)) {
        doubtful++;
      } else {
        unexplained.add(
            "%s: enrollment %d is a row and was never acknowledged".formatted(seat, enrollmentId));
      }
    } else if (promise.enrollmentId() != enrollmentId) {
      wrong.add(
          "%s: acknowledged as enrollment %d, the row is %d"
              .formatted(seat, promise.enrollmentId(), enrollmentId));
    }
  }

  // After a restore this is the time from which on enrollments are lost.
  private static String sinceWhen(Collection<Acknowledgements.Promise> missing) {
    return missing.stream()
        .map(Acknowledgements.Promise::at)
        .filter(Objects::nonNull)
        .min(Instant::compareTo)
        .map(" (the first was answered at %s)"::formatted)
        .orElse("");
  }

  private Finding finding(Acknowledgements told, Map<Seat, Acknowledgements.Promise> missing) {
    if (!wrong.none() || (!unexplained.none() && told.complete())) {
      var sentence =
          "%,d acknowledged enrollments are no row%s, %,d rows were never acknowledged, %,d answers contradict each other or the row"
              .formatted(
                  missing.size(),
                  sinceWhen(missing.values()),
                  unexplained.count(),
                  wrong.count() - missing.size());
      unexplained.first().forEach(wrong::add);
      return Finding.violated(sentence, wrong);
    }
    if (!unexplained.none()) {
      return Finding.unknown(
          "the run was broken off, so it is unknown whether %,d rows were acknowledged"
              .formatted(unexplained.count()));
    }
    return Finding.valid(
        "%,d answers 201 are rows; of %,d rows %,d were acknowledged, %,d existed before%s%s"
            .formatted(
                told.won(),
                rows,
                rows - doubtful - told.before(),
                told.before(),
                doubtful == 0
                    ? ""
                    : ", and %,d are unacknowledged but in doubt (no answer or 503; the client learns by asking again)"
                        .formatted(doubtful),
                others == 0
                    ? ""
                    : "; %,d rows of later, or of pairs that the load never asked for, are not judged"
                        .formatted(others)));
  }
}
