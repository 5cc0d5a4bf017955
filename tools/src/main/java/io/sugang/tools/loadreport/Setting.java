package io.sugang.tools.loadreport;

import java.time.ZonedDateTime;

/**
 * How a load was run, in the words of {@code ./sugang load}; empty where it says nothing.
 *
 * @param begins what the seats were like before, one sentence
 * @param machine what it ran on, one sentence
 * @param command how to run it again
 * @param at when the report was written
 */
record Setting(String begins, String machine, String command, ZonedDateTime at) {}
