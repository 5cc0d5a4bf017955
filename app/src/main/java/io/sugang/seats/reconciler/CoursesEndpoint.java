package io.sugang.seats.reconciler;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.seats.ledger.CourseCapacities;
import io.sugang.seats.ledger.CourseCapacities.Change;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Operation of an operator that changes the capacity of a course: {@code POST
 * /actuator/courses/{id}} with {@code capacity}. The answer comes when the gate has the new
 * capacity, or says that the gate does not have it yet. Of a course with pools it is the capacity
 * of its own seats, without those of the pools, which have ids of their own. On the management port
 * only; the desk changes capacities with the session of a registrar.
 */
@Component
@Endpoint(id = "courses")
class CoursesEndpoint {
  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,15}");
  private static final int MOST_SEATS = 1_000_000;

  private final CourseCapacities capacities;
  private final RosterRepair rosters;

  CoursesEndpoint(CourseCapacities capacities, RosterRepair rosters) {
    this.capacities = capacities;
    this.rosters = rosters;
  }

  @WriteOperation
  WebEndpointResponse<Object> change(@Selector String id, @Nullable Integer capacity) {
    if (!ID.matcher(id).matches()) {
      return problem(ProblemType.INVALID_REQUEST, "The id must be " + Ids.RANGE + ".");
    }
    if (capacity == null || capacity < 0 || capacity > MOST_SEATS) {
      return problem(
          ProblemType.INVALID_REQUEST,
          "'capacity' must be a whole number from 0 to " + MOST_SEATS + ".");
    }
    SeatsId seatsId = new SeatsId(Long.parseLong(id));
    if (seatsId.isReserved()) {
      return notFound(seatsId);
    }
    Change change;
    try {
      change = capacities.change(seatsId, capacity, rosters::raise);
    } catch (DataAccessException | TransactionException unknown) {
      // The gate may have a capacity that was rolled back.
      rosters.suspect(seatsId);
      return problem(
          ProblemType.TEMPORARILY_UNAVAILABLE,
          "MySQL did not answer, or the course row is locked. Repeating is safe.");
    }
    return switch (change) {
      case CHANGED ->
          new WebEndpointResponse<>(
              Map.of(
                  "courseId",
                  seatsId.value(),
                  "capacity",
                  capacity,
                  "atTheGate",
                  rosters.reconcile(List.of(seatsId))));
      case BELOW_ENROLLED ->
          problem(
              ProblemType.INVALID_REQUEST,
              "The course has more enrollments than "
                  + capacity
                  + "; cancel enrollments first, or choose a larger capacity.");
      case NOT_FOUND -> notFound(seatsId);
    };
  }

  private static WebEndpointResponse<Object> notFound(SeatsId seatsId) {
    return problem(ProblemType.COURSE_NOT_FOUND, "There is no course " + seatsId + ".");
  }

  private static WebEndpointResponse<Object> problem(ProblemType type, String detail) {
    return new WebEndpointResponse<>(
        type.toProblemDetail(detail), type.status().value(), MediaType.APPLICATION_PROBLEM_JSON);
  }
}
