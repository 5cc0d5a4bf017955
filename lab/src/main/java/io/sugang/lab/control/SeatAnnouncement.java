package io.sugang.lab.control;

/**
 * The announcement of seats by which the verifier judges, for operators that change seats in SQL.
 */
public final class SeatAnnouncement {
  private SeatAnnouncement() {}

  /**
   * Returns the statement after which the seats of courses and pools are the announced ones.
   *
   * @param which a condition on {@code course}, a row of the table
   */
  public static String ofSeatsNow(String which) {
    return """
    UPDATE sugang.announced_course announced JOIN sugang.course USING (course_id) LEFT JOIN sugang.seat_change changed USING (course_id)
    SET announced.seats = course.capacity - COALESCE(changed.seats, 0)
    WHERE %s;
    """
        .formatted(which);
  }
}
