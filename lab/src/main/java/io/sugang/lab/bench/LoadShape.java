package io.sugang.lab.bench;

import java.time.Duration;

/**
 * Properties that all loads on a testbed share.
 *
 * @param length of each that is measured
 * @param hotPercent of the enrollments that request one course; 0: as in a real rush
 * @param seed of the requests
 */
record LoadShape(Duration length, int hotPercent, long seed) {}
