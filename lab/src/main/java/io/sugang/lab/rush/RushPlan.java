package io.sugang.lab.rush;

import io.sugang.lab.loadgen.Schedule;
import java.net.URI;
import java.time.Duration;

/** What a run sends, and how. */
record RushPlan(
    URI target, long count, int concurrency, long seed, Schedule schedule, Duration timeout) {}
