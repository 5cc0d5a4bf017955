package io.sugang.rows;

/**
 * A weekly time of a course.
 *
 * @param weekday 1 is Monday
 * @param start of the day, HH:MM
 * @param end of the day, HH:MM, the first minute after it
 */
public record Meeting(int weekday, String start, String end) {
  private static final int CELL_MINUTES = 5;
  private static final int CELLS_OF_DAY = 288;
  private static final int MASK_BYTES = 252;

  int startMinute() {
    return minute(start);
  }

  int endMinute() {
    return minute(end);
  }

  private static int minute(String time) {
    String[] parts = time.split(":", -1);
    return 60 * Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]);
  }

  /** Returns the time as {@code course.slot_mask} has it. */
  byte[] mask() {
    byte[] mask = new byte[MASK_BYTES];
    for (int minute = startMinute(); minute < endMinute(); minute += CELL_MINUTES) {
      int cell = CELLS_OF_DAY * (weekday - 1) + minute / CELL_MINUTES;
      mask[MASK_BYTES - 1 - cell / 8] |= (byte) (1 << cell % 8);
    }
    return mask;
  }
}
