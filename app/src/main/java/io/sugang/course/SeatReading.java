package io.sugang.course;

import io.sugang.ledger.CourseSeats;
import java.time.Instant;
import java.util.SortedMap;

/**
 * The seats of all courses at one time.
 *
 * @param asOf the shared clock before they were read
 * @param courses by id
 * @param changes differs after a change of windows and after a new notice
 */
record SeatReading(Instant asOf, SortedMap<Long, CourseSeats> courses, String changes) {}
