package io.sugang.registrar.desk;

import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.WindowChanges.WindowChange;
import io.sugang.registrar.desk.WindowRequests.VersionAndReason;
import io.sugang.registrar.desk.WindowRequests.WindowShift;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations that move the times of a window. */
@Tag(name = "desk")
@RestController
@RequestMapping(WindowController.PATH)
class WindowTimeController {
  private final DeskAccess access;
  private final WindowChanges changes;
  private final SharedClock clock;

  WindowTimeController(DeskAccess access, WindowChanges changes, SharedClock clock) {
    this.access = access;
    this.changes = changes;
    this.clock = clock;
  }

  @Operation(
      summary = "Move a window by minutes",
      description = "Both ends of a window that has not opened, otherwise its end.")
  @WindowChangeResponses
  @PostMapping(
      path = "/{id}/shift",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> shift(
      @PathVariable @ValidId long id,
      @Valid @RequestBody WindowShift request,
      HttpServletRequest http) {
    Duration by = Duration.ofMinutes(WindowRequests.validated(request.minutes()));
    return access.changingWindows(
        http,
        member ->
            by.isZero()
                ? ProblemType.INVALID_REQUEST.toResponse("The field 'minutes' must not be 0.")
                : WindowChanged.answer(
                    changes.change(
                        new WindowChange(
                            id,
                            WindowRequests.validated(request.version()),
                            "WINDOW_SHIFT",
                            WindowRequests.validated(request.reason())),
                        member,
                        (old, timing) -> {
                          WindowValues ends = old.closing(old.closesAt().plus(by));
                          return timing.isUsed(old) ? ends : ends.opening(old.opensAt().plus(by));
                        })));
  }

  @Operation(summary = "Open a window at once that has not opened")
  @WindowChangeResponses
  @PostMapping(
      path = "/{id}/open",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> open(
      @PathVariable @ValidId long id,
      @Valid @RequestBody VersionAndReason request,
      HttpServletRequest http) {
    Instant now = clock.now().truncatedTo(ChronoUnit.MILLIS);
    return access.changingWindows(
        http,
        member ->
            WindowChanged.answer(
                changes.change(
                    new WindowChange(
                        id,
                        WindowRequests.validated(request.version()),
                        "WINDOW_OPEN",
                        WindowRequests.validated(request.reason())),
                    member,
                    (old, timing) -> old.opensAt().isAfter(now) ? old.opening(now) : null)));
  }

  @Operation(
      summary = "Close a window that is open",
      description =
          "It closes some seconds later, at the time that after says, when every instance knows it.")
  @WindowChangeResponses
  @PostMapping(
      path = "/{id}/close",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> close(
      @PathVariable @ValidId long id,
      @Valid @RequestBody VersionAndReason request,
      HttpServletRequest http) {
    Instant now = clock.now();
    return access.changingWindows(
        http,
        member ->
            WindowChanged.answer(
                changes.change(
                    new WindowChange(
                        id,
                        WindowRequests.validated(request.version()),
                        "WINDOW_CLOSE",
                        WindowRequests.validated(request.reason())),
                    member,
                    (old, timing) ->
                        !old.opensAt().isAfter(now) && old.closesAt().isAfter(timing.earliestEnd())
                            ? old.closing(timing.earliestEnd())
                            : null)));
  }
}
