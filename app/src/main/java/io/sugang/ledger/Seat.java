package io.sugang.ledger;

/** A student's place in a course, the natural key of an enrollment. */
public record Seat(long courseId, long studentId) {}
