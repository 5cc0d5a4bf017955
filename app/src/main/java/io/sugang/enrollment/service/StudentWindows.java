package io.sugang.enrollment.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.ids.MockIds;
import io.sugang.rules.window.RegistrationAction;
import io.sugang.rules.window.TermWindows;
import io.sugang.rules.window.TermWindows.ActionState;
import io.sugang.rules.window.TermWindows.OwnWindow;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The windows of a student, in the API.
 *
 * @param rules false: no window counts, and everything is open
 */
@Schema(name = "OwnWindows")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StudentWindows(
    @Schema(description = "The clock of all instances, by which the actions are judged")
        Instant now,
    @Schema(description = "False where the rules are switched off: then everything is open")
        boolean rules,
    @Schema(description = "Those for this student, by opensAt, over ones too")
        List<WindowView> windows,
    @Schema(description = "An entry per term and action") List<ActionView> actions,
    @Schema(description = "The mock term, while there is one with a window for the student")
        @Nullable Long mockTermId) {

  @Schema(name = "OwnWindow")
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

  /**
   * Puts the windows together.
   *
   * @param known empty: without rules
   * @param term null: all terms but mock terms
   */
  public static StudentWindows of(
      Optional<List<TermWindows>> known, @Nullable Long term, Instant now) {
    List<TermWindows> all = known.orElse(List.of());
    List<TermWindows> terms =
        all.stream()
            .filter(of -> term == null ? !MockIds.isTerm(of.termId()) : of.termId() == term)
            .toList();
    return new StudentWindows(
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
