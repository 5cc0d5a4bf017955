package io.sugang.registrar.desk;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations that show the day at a glance, and by minute. */
@Tag(name = "desk")
@RestController
class OverviewController {
  private final DeskAccess access;
  private final OverviewReadings readings;
  private final DayReadings day;

  OverviewController(DeskAccess access, OverviewReadings readings, DayReadings day) {
    this.access = access;
    this.readings = readings;
    this.day = day;
  }

  @Operation(
      summary =
          "The day at a glance: seats, answers, instances, and the fullest and slowest courses",
      description = "About a second old, of all instances. Made for a page that asks every second.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Overview.class)))
  @DeskProblems
  @GetMapping(path = "/api/desk/overview", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> overview(HttpServletRequest http) {
    return access.looking(http, () -> ResponseEntity.ok(readings.read()));
  }

  @Operation(
      summary = "The answers and the taken seats of the last 24 hours, by minute",
      description = "Of all instances. Redis has them: after its loss they begin anew.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Day.class)))
  @DeskProblems
  @GetMapping(path = "/api/desk/day", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> day(HttpServletRequest http) {
    return access.looking(http, () -> ResponseEntity.ok(day.read()));
  }
}
