package io.sugang.tools.testbed;

/**
 * On what machine a measurement began, and when.
 *
 * @param started in ISO 8601, UTC, to the second
 */
public record RunContext(Machine machine, String started) {}
