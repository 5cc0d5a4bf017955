package io.sugang.seats.ledger;

import io.sugang.platform.ids.SeatsId;
import io.sugang.rules.plan.CourseStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code course}: a course, or a pool of it.
 *
 * @param seatsId of the course or the pool
 * @param audience name of the audience; null is all students
 * @param mergesAt of a pool: from when on its free seats belong to the course; null: never
 */
public record CourseSeatRow(
    SeatsId seatsId,
    String title,
    @Nullable String section,
    String department,
    CourseStatus status,
    int capacity,
    int enrolled,
    boolean isPool,
    @Nullable String audience,
    @Nullable Instant mergesAt) {}
