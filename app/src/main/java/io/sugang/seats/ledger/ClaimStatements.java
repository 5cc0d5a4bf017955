package io.sugang.seats.ledger;

import io.sugang.audit.AuditEvent;
import io.sugang.platform.ids.SeatsId;
import io.sugang.seats.ledger.LedgerRows.Lock;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** The statements of a transaction of claims. */
interface ClaimStatements {

  /** Locks course rows in id order, and reads their seats; unknown courses are missing. */
  SortedMap<SeatsId, CourseSeats> lockedSeats(Collection<SeatsId> seatsIds, Lock lock);

  /** Returns the rows of some seats; seats without a row are missing. */
  Map<Seat, EnrollmentRow> bySeats(Collection<Seat> seats);

  /**
   * What seats are taken, at one moment and without a lock.
   *
   * @param full open courses without a free seat
   * @param rows seats that have a row
   */
  record Occupancy(Set<SeatsId> full, Set<Seat> rows) {}

  /** Reads which courses of some seats are full, and which of the seats have a row. */
  Occupancy occupancy(Collection<Seat> seats);

  /** Inserts rows, at least one. */
  void insert(Collection<EnrollmentRow> rows);

  /** Appends the events of rows that this transaction inserted. */
  void audit(Collection<AuditEvent> events);

  /**
   * Counts seats of at least one course as taken, which locks the course rows in id order.
   *
   * @param seats by course
   * @return how many of the courses there are, and are open
   */
  int count(Map<SeatsId, Integer> seats);
}
