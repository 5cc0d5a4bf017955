package io.sugang.registrar.override;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskAccess;
import io.sugang.registrar.desk.DeskChangeProblems;
import io.sugang.registrar.desk.DeskProblems;
import io.sugang.registrar.override.OverrideRows.OverrideQuery;
import io.sugang.server.admission.Arrival;
import io.sugang.signin.ActingStaff;
import io.sugang.signin.ActingUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations of the desk on overrides. */
@RestController
@RequestMapping(DeskOverridesController.PATH)
@Tag(name = "desk")
class DeskOverridesController {
  static final String PATH = "/api/desk/overrides";
  private static final String STATES =
      "REQUESTED|GRANTED|DECLINED|EXPIRED|CONFIRMED|CANCELLED|WITHDRAWN";

  private final OverrideRows rows;
  private final OverrideChanges changes;
  private final SharedClock clock;
  private final DeskAccess access;

  DeskOverridesController(
      OverrideRows rows, OverrideChanges changes, SharedClock clock, DeskAccess access) {
    this.rows = rows;
    this.changes = changes;
    this.clock = clock;
    this.access = access;
  }

  /**
   * A page of overrides.
   *
   * @param next what the next page is asked with; left out on the last one
   */
  @Schema(name = "OverridePage")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record OverridePage(
      List<OverrideView> overrides,
      @Schema(description = "Value of 'after' for the next page; left out on the last one")
          @Nullable Long next) {}

  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Overrides by all of the conditions that are given",
      description =
          "Newest first; with state=REQUESTED oldest first, because requests are decided in their"
              + " order. department is the name as courses have it.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = OverridePage.class)))
  @DeskProblems
  ResponseEntity<?> overrides(
      @Parameter(schema = @Schema(implementation = OverrideState.class))
          @RequestParam(required = false)
          @Pattern(
              regexp = STATES,
              message =
                  "must be REQUESTED, GRANTED, DECLINED, EXPIRED, CONFIRMED, CANCELLED or WITHDRAWN")
          @Nullable String state,
      @RequestParam(required = false) @ValidId @Nullable Long courseId,
      @RequestParam(required = false) @ValidId @Nullable Long studentId,
      @RequestParam(required = false) @Size(max = 64, message = "must have at most 64 characters")
          @Nullable String department,
      @RequestParam(required = false) @ValidId @Nullable Long after,
      @RequestParam(defaultValue = "50")
          @Min(value = 1, message = "must be from 1 to 100")
          @Max(value = 100, message = "must be from 1 to 100")
          int size,
      HttpServletRequest http) {
    OverrideState wanted = state == null ? null : OverrideState.valueOf(state);
    String named = department == null || department.isBlank() ? null : department.strip();
    var query = new OverrideQuery(wanted, courseId, studentId, named, after, size);
    return access.reading(http, member -> page(query, size));
  }

  private ResponseEntity<?> page(OverrideQuery query, int size) {
    Instant now = clock.now();
    List<OverrideEntry> found = rows.list(query, now);
    List<OverrideEntry> page = found.subList(0, Math.min(size, found.size()));
    return uncached(
        new OverridePage(
            page.stream().map(entry -> OverrideView.of(entry, now)).toList(),
            found.size() > size ? page.getLast().overrideId() : null));
  }

  @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(summary = "An override")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = OverrideView.class)))
  @DeskProblems
  @ProblemResponses(ProblemType.OVERRIDE_NOT_FOUND)
  ResponseEntity<?> find(@PathVariable @ValidId long id, HttpServletRequest http) {
    return access.reading(http, member -> current(id));
  }

  private ResponseEntity<?> current(long id) {
    return rows.find(id)
        .<ResponseEntity<?>>map(entry -> uncached(OverrideView.of(entry, clock.now())))
        .orElseGet(() -> ConfirmAnswers.notFound(id));
  }

  // It is about students, and changes with each step.
  private static ResponseEntity<?> uncached(Object body) {
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
  }

  @PostMapping(
      path = "/{id}/decision",
      consumes = {MediaType.APPLICATION_JSON_VALUE, "application/*+json"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Operation(
      summary = "Grant or decline an override",
      description =
          "REGISTRAR decides about all, DEPARTMENT about courses of its department. An override"
              + " is decided once. A grant needs the time until which the student may confirm it.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = OverrideView.class)))
  @DeskChangeProblems
  @ProblemResponses({ProblemType.OVERRIDE_NOT_FOUND, ProblemType.OVERRIDE_STATE})
  ResponseEntity<?> decide(
      @PathVariable @ValidId long id,
      @Valid @RequestBody OverrideDecision decision,
      HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    ActingStaff staff = user.staff();
    if (staff == null) {
      return user.noDesk();
    }
    Instant at = clock.at(Arrival.nanoTimeOf(http));
    String fault = decision.fault(at);
    if (fault != null) {
      return ProblemType.INVALID_REQUEST.toResponse(fault);
    }
    String reason = Objects.requireNonNull(decision.reason(), "validated").strip();
    return switch (changes.decide(staff, id, decision.expiry(), reason, at)) {
      case CHANGED -> current(id);
      case NOT_FOUND -> ConfirmAnswers.notFound(id);
      case NOT_PERMITTED ->
          ProblemType.NO_DESK.toResponse(
              "This account may not decide about override %d: REGISTRAR may, and DEPARTMENT for courses of its own department."
                  .formatted(id));
      case OTHER_STATE ->
          rows.find(id)
              .<ResponseEntity<?>>map(entry -> ConfirmAnswers.otherState(entry, at))
              .orElseGet(() -> ConfirmAnswers.notFound(id));
    };
  }
}
