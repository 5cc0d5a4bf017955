package io.sugang.seats.gate;

import io.sugang.platform.ids.SeatsId;

/**
 * Redis keys of one course. The hash tag keeps them in one slot, so the scripts run unchanged on
 * Redis Cluster.
 *
 * @param students set: students that hold a seat at the gate, with a row or pending
 * @param pending hash: student to {@code token|ms} of a pending grant or cancel
 * @param capacity string: seats; missing means that no roster was loaded
 * @param ticket string: a roster load that began, with nothing settled since
 */
public record SeatKeys(String students, String pending, String capacity, String ticket) {

  /** Returns the keys of {@code seatsId}. */
  public static SeatKeys of(SeatsId seatsId) {
    String prefix = "course:{" + seatsId + "}:";
    return new SeatKeys(
        prefix + "students", prefix + "pending", prefix + "capacity", prefix + "ticket");
  }

  String[] forEnroll() {
    return new String[] {students, pending, capacity};
  }

  String[] forConfirm() {
    return new String[] {students, pending, capacity, ticket};
  }

  String[] forRelease() {
    return new String[] {students, pending, ticket};
  }

  String[] forMarkCancel() {
    return new String[] {students, pending};
  }

  String[] forSummarizeCourse() {
    return new String[] {students, pending, capacity};
  }

  String[] forBeginRosterLoad() {
    return new String[] {students, pending, capacity, ticket};
  }

  String[] forLoadRoster() {
    return all();
  }

  String[] forRaiseCapacity() {
    return new String[] {capacity, ticket};
  }

  String[] all() {
    return new String[] {students, pending, capacity, ticket};
  }
}
