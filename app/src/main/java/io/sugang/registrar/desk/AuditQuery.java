package io.sugang.registrar.desk;

import io.sugang.audit.EventCursor;
import io.sugang.audit.EventFilter;
import io.sugang.audit.EventSearch.FoundEvents;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.AuditSubjects.Meant;
import java.text.Normalizer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * A search as a request asks for it, or why it is none.
 *
 * @param refusal null where there is a filter
 * @param unknown the answer for a search that finds nothing, where it names an id that the register
 *     has not; null otherwise
 */
record AuditQuery(
    @Nullable EventFilter filter,
    @Nullable EventCursor after,
    @Nullable ResponseEntity<ProblemDetail> refusal,
    @Nullable ResponseEntity<ProblemDetail> unknown) {
  private static final Duration DEFAULT = Duration.ofDays(1);

  /** The member of a problem that names the parameter. */
  private static final String PARAMETER = "parameter";

  /**
   * The parameters of a request. An empty text is no condition.
   *
   * @param student number, name or id of students
   * @param course code with or without a section, or id
   * @param actor name of a member of the staff, number or name of a student, or an actor
   * @param from empty: a day before the end
   * @param to empty: now
   * @param cursor empty: from the newest on
   */
  record Parameters(
      String student,
      String course,
      String actor,
      @Nullable String action,
      @Nullable String target,
      String from,
      String to,
      String cursor) {
    Parameters {
      student = plain(student);
      course = plain(course);
      actor = plain(actor);
    }

    // As the register has it, also where a browser sends the letters of a syllable one by one.
    private static String plain(String text) {
      return Normalizer.normalize(text, Normalizer.Form.NFC).strip();
    }
  }

  static AuditQuery of(Parameters asked, AuditSubjects subjects, Instant now) {
    // The newest event may be of this millisecond.
    Instant end =
        asked.to.isEmpty() ? now.truncatedTo(ChronoUnit.MILLIS).plusMillis(1) : time(asked.to);
    Instant begin = asked.from.isEmpty() && end != null ? end.minus(DEFAULT) : time(asked.from);
    if (begin == null || end == null) {
      String name = end == null ? "to" : "from";
      return invalid(
          name,
          "The parameter '%s' must be a time like 2027-03-02T10:00:00+09:00, from 1970 to 2999; a '+' is sent as %%2B."
              .formatted(name));
    }
    if (!begin.isBefore(end)) {
      return invalid("from", "The parameter 'from' must be before 'to'.");
    }
    EventCursor after = asked.cursor.isEmpty() ? null : EventCursor.of(asked.cursor);
    if (!asked.cursor.isEmpty() && after == null) {
      return invalid("cursor", "The parameter 'cursor' must be one that an answer gave.");
    }
    Meant<Long> students = asked.student.isEmpty() ? null : subjects.students(asked.student);
    if (students != null && students.values().isEmpty()) {
      // No id is that small.
      return asked.student.matches("0+")
          ? invalid(
              "student",
              "The parameter 'student' must be a student number, a name or " + Ids.RANGE + ".")
          : refused(noStudent(asked.student));
    }
    if (students != null && students.isOfTooMany()) {
      return ofTooMany("student");
    }
    Meant<Long> courses = asked.course.isEmpty() ? null : subjects.courses(asked.course);
    if (courses != null && courses.values().isEmpty()) {
      return refused(noCourse(asked.course));
    }
    Meant<String> actors = asked.actor.isEmpty() ? null : subjects.actors(asked.actor);
    if (actors != null && actors.values().isEmpty()) {
      return invalid(
          "actor",
          ("No member of the staff and no student is called '%s'. Send a name, a student number,"
                  + " or letters, digits and a colon as events have them, like registrar:3.")
              .formatted(asked.actor));
    }
    if (actors != null && actors.isOfTooMany()) {
      return ofTooMany("actor");
    }
    return new AuditQuery(
        new EventFilter(
            values(students),
            values(courses),
            values(actors),
            asked.action,
            asked.target,
            begin,
            end),
        after,
        null,
        after != null
            ? null
            : students != null && !students.certain()
                ? noStudent(asked.student)
                : courses != null && !courses.certain() ? noCourse(asked.course) : null);
  }

  /**
   * Returns the answer to a search that ended and found nothing, where it names an id that is not
   * known. Where more events are to be examined, they may have the id.
   */
  @Nullable ResponseEntity<ProblemDetail> answerTo(FoundEvents found) {
    return found.events().isEmpty() && found.next() == null ? unknown : null;
  }

  private static <T> @Nullable Set<T> values(@Nullable Meant<T> meant) {
    return meant == null ? null : meant.values();
  }

  private static ResponseEntity<ProblemDetail> noStudent(String text) {
    return ProblemType.STUDENT_NOT_FOUND.toResponse(
        "No student has the number or the name '%s'.".formatted(text),
        Map.of(PARAMETER, "student"));
  }

  private static ResponseEntity<ProblemDetail> noCourse(String text) {
    return ProblemType.COURSE_NOT_FOUND.toResponse(
        "No course has the code and section '%s'. Send them like 4190.101-001, or the code alone."
            .formatted(text),
        Map.of(PARAMETER, "course"));
  }

  private static AuditQuery ofTooMany(String parameter) {
    return refused(
        ProblemType.INVALID_REQUEST.toResponse(
            "More than %d students have this name. Send the student number."
                .formatted(AuditSubjects.MOST_OF_A_NAME),
            Map.of(PARAMETER, parameter, "most", AuditSubjects.MOST_OF_A_NAME)));
  }

  private static AuditQuery refused(ResponseEntity<ProblemDetail> refusal) {
    return new AuditQuery(null, null, refusal, null);
  }

  private static AuditQuery invalid(String parameter, String fault) {
    return refused(ProblemType.INVALID_REQUEST.toResponse(fault, Map.of(PARAMETER, parameter)));
  }

  private static @Nullable Instant time(String text) {
    return DeskTime.parse(text, Instant.EPOCH);
  }
}
