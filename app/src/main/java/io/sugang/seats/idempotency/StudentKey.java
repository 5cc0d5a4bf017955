package io.sugang.seats.idempotency;

import io.sugang.platform.ids.StudentId;

/**
 * An {@code Idempotency-Key} of a student. Keys are per student: the same text sent for another
 * student is another key.
 *
 * @param key 1 to 64 visible ASCII characters
 */
public record StudentKey(StudentId studentId, String key) {}
