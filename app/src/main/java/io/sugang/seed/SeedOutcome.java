package io.sugang.seed;

/** Outcome of a seeding. */
enum SeedOutcome {
  SEEDED,
  ALREADY_FILLED,
  PARTLY_FILLED
}
