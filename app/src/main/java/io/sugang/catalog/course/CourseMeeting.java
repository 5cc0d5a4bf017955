package io.sugang.catalog.course;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A weekly time of a course, in the API. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CourseMeeting(
    @Schema(description = "1 is Monday") int weekday,
    @Schema(example = "09:30") String start,
    @Schema(description = "The first minute after it", example = "10:45") String end,
    @Schema(description = "Minute of the day") int startMinute,
    int endMinute,
    @Nullable String room) {

  CourseMeeting(int weekday, int startMinute, int endMinute, @Nullable String room) {
    this(weekday, clock(startMinute), clock(endMinute), startMinute, endMinute, room);
  }

  private static String clock(int minute) {
    return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
  }
}
