package io.sugang.ops.importer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A weekly meeting of a course.
 *
 * @param weekday 1 is Monday, 7 is Sunday
 * @param start minute of the day, a multiple of 5
 * @param end the first minute after the meeting, a multiple of 5, at most 1440
 * @param room null if the file names none
 */
record Meeting(int weekday, int start, int end, @Nullable String room) {
  private static final String WEEKDAYS = "월화수목금토일";
  private static final int CELL = 5;
  private static final int MOST_IN_ROOM = 32;
  private static final Pattern TEXT =
      Pattern.compile("([" + WEEKDAYS + "])\\((\\d{2}):(\\d{2})~(\\d{2}):(\\d{2})\\)");

  /**
   * Reads {@code 월(09:30~10:45)/수(09:30~10:45)} with rooms like {@code 302-208/302-208}: one per
   * meeting, one for all, or none.
   *
   * @return the meetings in the order of the week; none for an empty text
   * @throws IllegalArgumentException with a message that says what is allowed
   */
  static List<Meeting> parse(String times, String rooms) {
    if (times.isBlank()) {
      return List.of();
    }
    String[] parts = times.strip().split("/", -1);
    List<@Nullable String> places = places(rooms, parts.length);
    List<Meeting> meetings = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      meetings.add(one(parts[i].strip(), places.get(i)));
    }
    meetings.sort(Comparator.comparingInt(Meeting::weekday).thenComparingInt(Meeting::start));
    for (int i = 1; i < meetings.size(); i++) {
      if (meetings.get(i - 1).overlaps(meetings.get(i))) {
        throw new IllegalArgumentException("times that do not overlap each other");
      }
    }
    return List.copyOf(meetings);
  }

  private static Meeting one(String text, @Nullable String room) {
    Matcher time = TEXT.matcher(text);
    if (!time.matches()) {
      throw new IllegalArgumentException(
          "times like 월(09:30~10:45)/수(09:30~10:45), or nothing; '%s' is none".formatted(text));
    }
    int start = minute(time.group(2), time.group(3));
    int end = minute(time.group(4), time.group(5));
    if (start >= end) {
      throw new IllegalArgumentException("a start before the end; '%s' is not".formatted(text));
    }
    if (start % CELL != 0 || end % CELL != 0) {
      throw new IllegalArgumentException(
          "minutes that are multiples of %d; '%s' has others".formatted(CELL, text));
    }
    return new Meeting(WEEKDAYS.indexOf(time.group(1)) + 1, start, end, room);
  }

  private static int minute(String hour, String minute) {
    int minutes = 60 * Integer.parseInt(hour) + Integer.parseInt(minute);
    if (Integer.parseInt(minute) > 59 || minutes > 1440) {
      throw new IllegalArgumentException(
          "times from 00:00 to 24:00; '%s:%s' is none".formatted(hour, minute));
    }
    return minutes;
  }

  private static List<@Nullable String> places(String rooms, int meetings) {
    List<@Nullable String> places = new ArrayList<>();
    for (String room : rooms.split("/", -1)) {
      places.add(room.isBlank() ? null : room.strip());
    }
    if (places.size() == 1) {
      while (places.size() < meetings) {
        places.add(places.getFirst());
      }
    }
    if (places.size() != meetings) {
      throw new IllegalArgumentException("one room for all meetings, or one for each");
    }
    for (String place : places) {
      if (place != null && place.length() > MOST_IN_ROOM) {
        throw new IllegalArgumentException(
            "rooms of at most %d characters".formatted(MOST_IN_ROOM));
      }
    }
    return places;
  }

  /** Half-open: a meeting that begins when another one ends does not overlap it. */
  boolean overlaps(Meeting other) {
    return weekday == other.weekday && start < other.end && other.start < end;
  }

  /** Returns day and time for comparing, as {@code ImportFacts} reads them. */
  static String times(List<Meeting> meetings) {
    return meetings.stream()
        .map(one -> "%d:%d-%d".formatted(one.weekday, one.start, one.end))
        .collect(Collectors.joining(","));
  }
}
