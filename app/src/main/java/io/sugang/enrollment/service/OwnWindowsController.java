package io.sugang.enrollment.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.MockIds;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.rules.window.TermWindows;
import io.sugang.rules.window.TermWindows.ActionState;
import io.sugang.rules.window.TermWindows.OwnWindow;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on the windows of the student who is signed in. */
@Tag(name = "me")
@RestController
class OwnWindowsController {
  /**
   * The windows of a student.
   *
   * @param rules false: no window counts, and everything is open
   */
  @Schema(name = "Windows")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record WindowsView(
      @Schema(description = "The clock of all instances, by which the actions are judged")
          Instant now,
      @Schema(description = "False where the rules are switched off: then everything is open")
          boolean rules,
      @Schema(description = "Those for this student, by opensAt, over ones too")
          List<WindowView> windows,
      @Schema(description = "An entry per term and action") List<ActionView> actions,
      @Schema(description = "The mock term, while there is one with a window for the student")
          @Nullable Long mockTermId) {}

  @Schema(name = "Window")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record WindowView(
      long windowId,
      long termId,
      String phase,
      List<RegistrationAction> actions,
      @Schema(description = "For whom it is; missing where it is for every student")
          @Nullable String audience,
      Instant opensAt,
      @Schema(description = "The first instant after it") Instant closesAt) {

    static WindowView of(long termId, OwnWindow window) {
      return new WindowView(
          window.windowId(),
          termId,
          window.phase(),
          window.actions().stream().sorted().toList(),
          window.audience(),
          window.opensAt(),
          window.closesAt());
    }
  }

  @Schema(name = "WindowAction")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ActionView(
      long termId,
      RegistrationAction action,
      boolean open,
      @Schema(description = "When the last window that is open now closes")
          @Nullable Instant closesAt,
      @Schema(description = "Why it is not open") @Nullable Reason reason) {

    static ActionView of(long termId, ActionState state, Instant now) {
      return new ActionView(
          termId,
          state.action(),
          state.rejection() == null,
          state.closesAt(),
          state.rejection() == null ? null : Reason.of(state.action(), state.rejection(), now));
    }
  }

  private final RegistrationRules rules;
  private final SharedClock clock;

  OwnWindowsController(RegistrationRules rules, SharedClock clock) {
    this.rules = rules;
    this.clock = clock;
  }

  @Operation(
      summary = "The windows for the student, and which actions are open now",
      description =
          "Of the terms with a window that is open, is to come, or closed in the last 90 days. The"
              + " windows are a second old at most. Those of a mock term are shown with term alone.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = WindowsView.class)))
  @OwnStudentProblems
  @GetMapping(path = "/api/me/windows", produces = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ResponseEntity<?>> windows(
      @RequestParam(required = false) @ValidId @Nullable Long term, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return CompletableFuture.completedFuture(user.noStudent());
    }
    Instant now = clock.now();
    return rules
        .windows(new StudentId(own), now)
        .thenApply(terms -> ResponseEntity.ok(view(terms, term, now)));
  }

  private static WindowsView view(
      Optional<List<TermWindows>> known, @Nullable Long term, Instant now) {
    List<TermWindows> all = known.orElse(List.of());
    List<TermWindows> terms =
        all.stream()
            .filter(of -> term == null ? !MockIds.isTerm(of.termId()) : of.termId() == term)
            .toList();
    return new WindowsView(
        now,
        known.isPresent(),
        terms.stream()
            .flatMap(of -> of.windows().stream().map(window -> WindowView.of(of.termId(), window)))
            .sorted(Comparator.comparing(WindowView::opensAt))
            .toList(),
        terms.stream()
            .flatMap(
                of -> of.actions().stream().map(state -> ActionView.of(of.termId(), state, now)))
            .toList(),
        all.stream().map(TermWindows::termId).filter(MockIds::isTerm).findFirst().orElse(null));
  }
}
