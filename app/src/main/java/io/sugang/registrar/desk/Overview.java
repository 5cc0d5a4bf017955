package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.catalog.course.CourseOccupancy;
import io.sugang.registrar.instances.GateState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The day at a glance, in the API. */
@Schema(name = "Overview")
@JsonInclude(JsonInclude.Include.NON_NULL)
record Overview(
    @Schema(description = "By the clock of all instances") Instant asOf,
    @Schema(description = "Left out: MySQL is away") @Nullable SeatSums seats,
    @Schema(description = "Students who are signed in; left out where no sign-in is required")
        @Nullable Integer signedIn,
    @Schema(
            description =
                "false: Redis is away, so answers and instances are those of the answering instance, and of the others what"
                    + " was read before")
        boolean complete,
    AnswerSums answers,
    @Schema(description = "By name") List<InstanceView> instances,
    @Schema(description = "What the desk has to look at; empty when all is well")
        List<AlarmView> alarms,
    @Schema(description = "20 courses with the largest part of their seats taken")
        List<CourseOccupancy> fullest,
    @Schema(
            description =
                "20 open courses that fill slowest: with the smallest part of their seats taken, and of those the most free"
                    + " seats")
        List<CourseOccupancy> slowest) {

  /** All seats at one time. */
  @Schema(name = "SeatSums")
  record SeatSums(
      Instant asOf,
      int courses,
      int fullCourses,
      int closedCourses,
      int cancelledCourses,
      long capacity,
      long taken) {}

  /** The answers of all instances. */
  @Schema(name = "AnswerSums")
  record AnswerSums(
      @Schema(description = "Of how many minutes total is") int minutes,
      @Schema(
              description =
                  "Answers by code: ENROLLED (201), REPEATED (201 again), CANCELLED (204) and the codes of problems")
          Map<String, Long> total,
      @Schema(description = "The last three minutes, oldest first") List<SecondView> perSecond) {}

  /** One second. */
  @Schema(name = "AnswersOfASecond")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SecondView(
      Instant at,
      Map<String, Long> answers,
      @Schema(description = "Seats with an enrollment; left out: not known")
          @Nullable Long taken) {}

  /** What an instance last said. */
  @Schema(name = "Instance")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record InstanceView(
      String instance,
      Presence state,
      Instant startedAt,
      Instant seenAt,
      GateState gate,
      boolean ledgerAvailable,
      @Schema(description = "REDIS, MYSQL or HOLDOVER") String clockSource,
      @Schema(description = "The shared clock minus the clock of the host") double clockOffsetMs,
      @Nullable Double clockErrorMs,
      int waitingClaims,
      int waitingCancels,
      @Schema(description = "Requests that wait for a thread") int waitingForThread,
      @Schema(description = "Requests that wait for the gate or a commit") int inFlight,
      @Schema(description = "Requests of the last 5 minutes that waited too long: 503")
          long rejected) {

    /** Whether an instance takes requests. */
    enum Presence {
      READY,
      DRAINING,
      /** It said nothing for three seconds. */
      SILENT
    }
  }

  /** Something that the desk has to look at. */
  @Schema(name = "DeskAlarm")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AlarmView(
      AlarmCode code,
      @Schema(description = "Left out: of all instances") @Nullable String instance,
      String detail) {}

  /** Kind of an alarm. */
  enum AlarmCode {
    SILENT,
    FALLBACK,
    LEDGER_AWAY,
    CLOCK_OFF,
    SHEDDING,
    REDIS_AWAY,
    OVERSOLD
  }
}
