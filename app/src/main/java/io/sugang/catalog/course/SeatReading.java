package io.sugang.catalog.course;

import io.sugang.platform.ids.CourseId;
import io.sugang.seats.ledger.CourseSeats;
import java.time.Instant;
import java.util.SortedMap;

/**
 * The seats of all courses at one time.
 *
 * @param asOf the shared clock before they were read
 * @param courses by id
 * @param changes of what the registrar's desk keeps for students
 */
record SeatReading(Instant asOf, SortedMap<CourseId, CourseSeats> courses, DeskChanges changes) {}
