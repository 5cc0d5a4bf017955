package io.sugang.rules.window;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one student in a term, over ones too.
 *
 * @param windows by their begin
 * @param actions one entry for each of {@link #ASKED_FOR}
 */
public record TermWindows(long termId, List<OwnWindow> windows, List<ActionState> actions) {
  /** The actions that requests ask for. */
  static final List<RegistrationAction> ASKED_FOR =
      List.of(RegistrationAction.ENROLL, RegistrationAction.DROP, RegistrationAction.BASKET);

  /**
   * A window for the student.
   *
   * @param audience its name; null: every student
   */
  public record OwnWindow(
      long windowId,
      String phase,
      Set<RegistrationAction> actions,
      @Nullable String audience,
      Instant opensAt,
      Instant closesAt) {}

  /**
   * Whether the student may do something now.
   *
   * @param rejection null: it is open
   * @param closesAt when the last window that is open now closes; null where none is
   */
  public record ActionState(
      RegistrationAction action,
      @Nullable RegistrationRejection rejection,
      @Nullable Instant closesAt) {}
}
