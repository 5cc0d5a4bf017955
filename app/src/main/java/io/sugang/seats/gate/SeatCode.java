package io.sugang.seats.gate;

/** Return codes of the scripts in {@code lua/}; the numbers stand in the header of each script. */
enum SeatCode {
  OK(0),
  GRANTED(1),
  FULL(2),
  ALREADY_ENROLLED(3),
  PENDING(4),
  NOT_LOADED(5),
  GONE(6),
  STALE(7),
  LATE(8);

  private static final SeatCode[] BY_NUMBER = values();

  private final int number;

  SeatCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static SeatCode of(Long number) {
    return BY_NUMBER[Math.toIntExact(number)];
  }
}
