package io.sugang.ledger;

/**
 * The seats of a course, by its own row.
 *
 * @param capacity how many there are
 * @param enrolled how many are taken, as counted with each row that comes and goes
 */
public record CourseSeats(int capacity, int enrolled) {}
