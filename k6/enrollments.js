// Enrollments (POST /api/enrollments). Once the seats are gone nearly all answers are rejections, so the report counts won and refused
// requests separately.
//
//   k6 run -e TARGET=http://127.0.0.1:8080 -e RATE=2000 -e SECONDS=180 k6/enrollments.js      (more in README.md)
//
// Shape: RATE requests a second for SECONDS after RAMP seconds in which it rises, or with STRESS=yes steps of 50 to 150 percent of it.
// Pass marks: no errors (ERRORS, percent), p95 below 200 ms (P95), p99 below 500 ms (P99), at most 0.1 % dropped (DROPPED).

import { findCampus } from './lib/campus.js';
import { enroll } from './lib/requests.js';
import { options as optionsOf, settings } from './lib/settings.js';
import { written } from './lib/summary.js';

const run = settings(__ENV);

export const options = optionsOf(run);

export function setup() {
  return findCampus(run);
}

export default function (campus) {
  enroll(run.target, campus);
}

export function handleSummary(data) {
  return written('enrollments', run, data, __ENV.OUT);
}
