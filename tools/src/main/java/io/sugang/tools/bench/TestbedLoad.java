package io.sugang.tools.bench;

import org.jspecify.annotations.Nullable;

/**
 * The requests that are sent to the service.
 *
 * @param id in file names and tables
 * @param name for a person
 * @param rate requests per second, due whether or not earlier ones were answered; null: as many as
 *     it takes, each connection asks again when it was answered
 */
public record TestbedLoad(String id, String name, TrafficKind kind, @Nullable Integer rate) {

  public enum TrafficKind {
    /** Reads of students. */
    STUDENTS,
    /** Enrollments into empty courses with seats for all: each is won. */
    FREE,
    /** Enrollments into full courses: all are refused. */
    FULL,
    /** Half reads, a quarter won, a quarter refused. */
    MIXED
  }
}
