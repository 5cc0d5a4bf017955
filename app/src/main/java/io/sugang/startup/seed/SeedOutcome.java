package io.sugang.startup.seed;

/** Outcome of a seeding. */
enum SeedOutcome {
  SEEDED,
  ALREADY_FILLED,
  PARTLY_FILLED
}
