package io.sugang.rush;

import io.sugang.measure.Schedule;
import java.net.URI;
import java.time.Duration;

/** What a run sends, and how. */
record RushPlan(
    URI target, long count, int concurrency, long seed, Schedule schedule, Duration timeout) {}
