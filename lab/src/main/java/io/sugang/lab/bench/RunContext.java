package io.sugang.lab.bench;

/**
 * On what machine a measurement began, and when.
 *
 * @param started in ISO 8601, UTC, to the second
 */
record RunContext(Machine machine, String started) {}
