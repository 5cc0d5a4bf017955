package io.sugang.catalog.student;

/** The return codes of {@code student/fill_cache.lua}. */
enum FillCacheResult {
  LOST,
  FILLED;

  static FillCacheResult of(long code) {
    return switch ((int) code) {
      case 0 -> LOST;
      case 1 -> FILLED;
      default -> throw new IllegalStateException("student/fill_cache.lua returned " + code);
    };
  }
}
