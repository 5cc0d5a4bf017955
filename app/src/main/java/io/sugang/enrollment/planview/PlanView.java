package io.sugang.enrollment.planview;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a student holds in a term, in the API. What there is not is left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(name = "Plan")
public record PlanView(
    long studentId,
    @Schema(description = "The term, in which the student is registered; otherwise missing")
        @Nullable TermView term,
    @Schema(description = "Credits of the courses that count toward the limit") int usedCredits,
    @Nullable Integer creditLimit,
    @Schema(description = "Courses of the term and courses without one, oldest enrollment first")
        List<HeldCourse> courses,
    @Schema(description = "All meetings, by weekday and start") List<TimetableEntry> timetable) {

  @Schema(name = "Term")
  record TermView(
      long termId, int year, String season, String kind, LocalDate startsOn, LocalDate endsOn) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record HeldCourse(
      long enrollmentId,
      Instant enrolledAt,
      long courseId,
      @Schema(description = "Code of the subject, if the course has one") @Nullable String code,
      @Nullable String section,
      String title,
      String professor,
      int credits,
      boolean countsTowardLimit,
      List<Meeting> meetings,
      String department,
      @Nullable Long departmentId,
      @Nullable Long subjectId,
      @Nullable String titleEn,
      @Schema(description = "As printed in the catalogue", example = "전선")
          @Nullable String classification) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Meeting(
      @Schema(description = "1 is Monday") int weekday,
      @Schema(example = "09:30") String start,
      @Schema(description = "The first minute after it", example = "10:45") String end,
      @Schema(description = "Minute of the day") int startMinute,
      int endMinute,
      @Nullable String room) {

    Meeting(int weekday, int startMinute, int endMinute, @Nullable String room) {
      this(weekday, clock(startMinute), clock(endMinute), startMinute, endMinute, room);
    }

    private static String clock(int minute) {
      return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record TimetableEntry(
      int weekday,
      String start,
      String end,
      int startMinute,
      int endMinute,
      long courseId,
      String title,
      @Nullable String room) {

    private static final Comparator<TimetableEntry> BY_TIME =
        Comparator.comparingInt(TimetableEntry::weekday)
            .thenComparingInt(TimetableEntry::startMinute)
            .thenComparingLong(TimetableEntry::courseId);

    TimetableEntry(HeldCourse course, Meeting meeting) {
      this(
          meeting.weekday,
          meeting.start,
          meeting.end,
          meeting.startMinute,
          meeting.endMinute,
          course.courseId,
          course.title,
          meeting.room);
    }
  }

  static PlanView of(
      long studentId,
      @Nullable TermView term,
      @Nullable Integer creditLimit,
      List<HeldCourse> courses) {
    int used =
        courses.stream().filter(HeldCourse::countsTowardLimit).mapToInt(HeldCourse::credits).sum();
    List<TimetableEntry> timetable =
        courses.stream()
            .flatMap(course ->
                course.meetings.stream().map(meeting -> new TimetableEntry(course, meeting)))
            .sorted(TimetableEntry.BY_TIME)
            .toList();
    return new PlanView(studentId, term, used, creditLimit, courses, timetable);
  }
}
