package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskResult.Changed;
import io.sugang.registrar.desk.DeskResult.NotChanged;
import io.sugang.registrar.desk.WindowChanges.WindowChange;
import io.sugang.registrar.desk.WindowRequests.ChangedWindow;
import io.sugang.registrar.desk.WindowRequests.NewWindow;
import io.sugang.registrar.desk.WindowRequests.Parsed;
import io.sugang.registrar.desk.WindowRows.DeskAudience;
import io.sugang.registrar.desk.WindowRows.DeskTerm;
import io.sugang.seats.idempotency.IdempotencyHeader;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations that list windows, make them and change their values. */
@Tag(name = "desk")
@RestController
@RequestMapping(WindowController.PATH)
class WindowController {
  static final String PATH = "/api/desk/windows";

  // Korea has no summer time.
  private static final ZoneOffset KOREA = ZoneOffset.ofHours(9);

  private final DeskAccess access;
  private final WindowRows rows;
  private final WindowChanges changes;
  private final SharedClock clock;

  WindowController(DeskAccess access, WindowRows rows, WindowChanges changes, SharedClock clock) {
    this.access = access;
    this.rows = rows;
    this.changes = changes;
    this.clock = clock;
  }

  /** The windows, with what is needed to make another. */
  @Schema(name = "Windows")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record WindowList(
      @Schema(description = "By the clock of all instances; state is of this time") Instant asOf,
      List<DeskWindow> windows,
      List<DeskTerm> terms,
      @Schema(
              description =
                  "The term with courses that is nearest to now, one that is over only where no"
                      + " other has courses; left out: no term has courses")
          @Nullable Long presetTermId,
      List<DeskAudience> audiences) {}

  @Operation(summary = "The windows in the order of their times, 1,000 at most")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = WindowList.class)))
  @DeskProblems
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> windows(
      @RequestParam(required = false) @ValidId @Nullable Long termId, HttpServletRequest http) {
    return access.reading(
        http,
        member -> {
          Instant now = clock.now();
          return ResponseEntity.ok(
              new WindowList(
                  now,
                  rows.all(termId).stream().map(row -> DeskWindow.of(row, now)).toList(),
                  rows.terms(),
                  rows.presetTerm(LocalDate.ofInstant(now, KOREA)),
                  rows.audiences()));
        });
  }

  @Operation(
      summary = "Make a window",
      description = "The same Idempotency-Key again gives the window that it made.")
  @ApiResponse(
      responseCode = "201",
      content = @Content(schema = @Schema(implementation = DeskWindow.class)))
  @DeskChangeProblems
  @ProblemResponses({
    ProblemType.WINDOW_NOT_FOUND,
    ProblemType.IDEMPOTENCY_KEY_REUSED,
    ProblemType.MOCK_TERM
  })
  @PostMapping(
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> create(
      @Valid @RequestBody NewWindow request,
      @Parameter(
              required = true,
              schema = @Schema(type = "string", pattern = IdempotencyHeader.SYNTAX))
          @RequestHeader(name = IdempotencyHeader.NAME, required = false)
          @Nullable String key,
      HttpServletRequest http) {
    return access.changingWindows(
        http,
        member -> {
          if (key == null
              || !IdempotencyHeader.isValid(key, http.getHeaders(IdempotencyHeader.NAME))) {
            return invalid(IdempotencyHeader.FAULT);
          }
          Parsed parsed =
              WindowRequests.parse(
                  WindowRequests.validated(request.phase()),
                  request.audienceId(),
                  request.audience(),
                  WindowRequests.validated(request.opensAt()),
                  WindowRequests.validated(request.closesAt()),
                  WindowRequests.validated(request.actions()));
          WindowValues values = parsed.values();
          return values == null
              ? invalid(parsed.fault())
              : switch (changes.create(
                  key,
                  WindowRequests.validated(request.termId()),
                  values,
                  parsed.choice(),
                  WindowRequests.validated(request.reason()),
                  member)) {
                case Changed<DeskWindow>(DeskWindow before, DeskWindow made) ->
                    ResponseEntity.created(URI.create(PATH + "/" + made.windowId())).body(made);
                case NotChanged<DeskWindow> refused -> refused.toResponse();
              };
        });
  }

  @Operation(
      summary = "Change a window",
      description =
          "Of a window that has opened only the end may move, and actions may be added. An end is"
              + " some seconds ahead, so that every instance knows it before.")
  @WindowChangeResponses
  @PutMapping(
      path = "/{id}",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> change(
      @PathVariable @ValidId long id,
      @Valid @RequestBody ChangedWindow request,
      HttpServletRequest http) {
    Parsed parsed =
        WindowRequests.parse(
            WindowRequests.validated(request.phase()),
            request.audienceId(),
            request.audience(),
            WindowRequests.validated(request.opensAt()),
            WindowRequests.validated(request.closesAt()),
            WindowRequests.validated(request.actions()));
    WindowValues values = parsed.values();
    return access.changingWindows(
        http,
        member ->
            values == null
                ? invalid(parsed.fault())
                : WindowChanged.answer(
                    changes.change(
                        new WindowChange(
                            id,
                            WindowRequests.validated(request.version()),
                            "WINDOW_CHANGE",
                            WindowRequests.validated(request.reason()),
                            parsed.choice()),
                        member,
                        (old, timing) -> values)));
  }

  private static ResponseEntity<?> invalid(String detail) {
    return ProblemType.INVALID_REQUEST.toResponse(detail);
  }
}
