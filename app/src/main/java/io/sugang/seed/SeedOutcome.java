package io.sugang.seed;

/** What the seeder found and did. */
enum SeedOutcome {
  SEEDED,
  ALREADY_FILLED,
  PARTLY_FILLED
}
