package io.sugang.catalog.course;

import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times of the week in which a student is free, by the minute. */
final class FreeTime {
  static final String ALLOWED =
      "WEEKDAY-FROM-TO like 1-09:00-12:00, with 1 for Monday to 7 and FROM before TO, up to 24:00";

  private static final Pattern TIME =
      Pattern.compile("([1-7])-(\\d\\d):(\\d\\d)-(\\d\\d):(\\d\\d)");
  private static final int MINUTES_OF_DAY = 24 * 60;
  private static final int MINUTES_OF_HOUR = 60;

  private final BitSet minutes = new BitSet(7 * MINUTES_OF_DAY);

  private FreeTime() {}

  /**
   * Reads free times, which may touch and overlap.
   *
   * @throws IllegalArgumentException with the first that is not {@link #ALLOWED}
   */
  static FreeTime of(List<String> times) {
    FreeTime free = new FreeTime();
    for (String time : times) {
      Matcher parts = TIME.matcher(time);
      if (!parts.matches()) {
        throw new IllegalArgumentException(time);
      }
      int from = minute(parts.group(2), parts.group(3), time);
      int to = minute(parts.group(4), parts.group(5), time);
      if (from >= to) {
        throw new IllegalArgumentException(time);
      }
      int day = (Integer.parseInt(parts.group(1)) - 1) * MINUTES_OF_DAY;
      free.minutes.set(day + from, day + to);
    }
    return free;
  }

  private static int minute(String hour, String minute, String time) {
    int ofHour = Integer.parseInt(minute);
    int ofDay = Integer.parseInt(hour) * MINUTES_OF_HOUR + ofHour;
    if (ofHour >= MINUTES_OF_HOUR || ofDay > MINUTES_OF_DAY) {
      throw new IllegalArgumentException(time);
    }
    return ofDay;
  }

  /** Whether a meeting lies wholly inside. */
  boolean includes(CourseMeeting meeting) {
    int day = (meeting.weekday() - 1) * MINUTES_OF_DAY;
    return minutes.nextClearBit(day + meeting.startMinute()) >= day + meeting.endMinute();
  }
}
