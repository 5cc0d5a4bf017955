package io.sugang.rules.plan;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The times of a course in a week, as 7 x 288 cells of five minutes: a big-endian number whose bit
 * {@code 288 * (weekday - 1) + minute / 5} stands for a cell, Monday is weekday 1. A meeting is
 * half-open, so one that ends at 11:45 and one that begins at 11:45 share no cell.
 */
public final class SlotMask {
  /** Bytes of a mask, in MySQL and here. */
  public static final int BYTES = 252;

  private static final int CELL_MINUTES = 5;
  private static final int CELLS_OF_DAY = 24 * 60 / CELL_MINUTES;

  private static final SlotMask EMPTY = new SlotMask(BigInteger.ZERO);

  private final BigInteger cells;

  private SlotMask(BigInteger cells) {
    this.cells = cells;
  }

  /**
   * A time of the week.
   *
   * @param weekday 1 to 7, Monday is 1
   * @param startMinute of the day, 0 to 1435
   * @param endMinute of the day, the first minute after it, 5 to 1440
   */
  public record Time(int weekday, int startMinute, int endMinute) {}

  /**
   * Reads a mask.
   *
   * @param bytes {@value #BYTES} of them, or null for a course without a meeting
   * @throws IllegalArgumentException when there are more or fewer
   */
  public static SlotMask of(byte @Nullable [] bytes) {
    if (bytes == null) {
      return EMPTY;
    }
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "A slot mask has %d bytes, not %d".formatted(BYTES, bytes.length));
    }
    return new SlotMask(new BigInteger(1, bytes));
  }

  /** Returns the first time of the week that is in both masks, or null. */
  public @Nullable Time overlap(SlotMask other) {
    BigInteger both = cells.and(other.cells);
    int first = both.getLowestSetBit();
    if (first < 0) {
      return null;
    }
    int weekday = first / CELLS_OF_DAY;
    int end = first;
    while (end < (weekday + 1) * CELLS_OF_DAY && both.testBit(end)) {
      end++;
    }
    return new Time(
        weekday + 1,
        (first - weekday * CELLS_OF_DAY) * CELL_MINUTES,
        (end - weekday * CELLS_OF_DAY) * CELL_MINUTES);
  }
}
