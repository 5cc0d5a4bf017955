package io.sugang.seats.ledger;

/** A place of a student in a course, the natural key of an enrollment. */
public record Seat(long courseId, long studentId) {}
