package io.sugang.student;

/** The return codes of {@code fill.lua}. */
enum FillResult {
  LOST,
  FILLED;

  static FillResult of(long code) {
    return switch ((int) code) {
      case 0 -> LOST;
      case 1 -> FILLED;
      default -> throw new IllegalStateException("fill.lua returned " + code);
    };
  }
}
