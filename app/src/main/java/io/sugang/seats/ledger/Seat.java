package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;

/** A place of a student in a course or a pool, the natural key of an enrollment. */
public record Seat(StudentId studentId, SeatsId seatsId) {}
