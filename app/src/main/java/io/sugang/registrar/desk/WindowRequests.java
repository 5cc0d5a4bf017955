package io.sugang.registrar.desk;

import io.sugang.platform.ids.ValidId;
import io.sugang.rules.window.RegistrationAction;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Bodies of requests that change windows. */
final class WindowRequests {
  static final String MISSING = "is missing";
  static final int LONGEST_VERSION = 255;
  static final String VERSION_RULE = "must have at most " + LONGEST_VERSION + " characters";

  private static final String PHASES = "BASKET|ALLOCATION|ENROLL|ADD_DROP|WITHDRAW";
  private static final String PHASE_RULE =
      "must be BASKET, ALLOCATION, ENROLL, ADD_DROP or WITHDRAW";
  private static final String ACTIONS = "ENROLL|DROP|SWAP|WAITLIST";
  private static final String ACTION_RULE = "must be ENROLL, DROP, SWAP or WAITLIST";
  private static final int FARTHEST_SHIFT = 10_080;

  private WindowRequests() {}

  /** Body of a request that makes a window. */
  @Schema(name = "NewWindow")
  record NewWindow(
      @NotNull(message = MISSING) @ValidId @Nullable Long termId,
      @NotNull(message = MISSING) @Pattern(regexp = PHASES, message = PHASE_RULE)
          @Nullable String phase,
      @ValidId @Schema(description = "Missing: all students") @Nullable Long audienceId,
      @NotNull(message = MISSING) @Schema(format = "date-time", example = DeskTime.EXAMPLE)
          @Nullable String opensAt,
      @NotNull(message = MISSING) @Schema(format = "date-time", example = DeskTime.EXAMPLE)
          @Nullable String closesAt,
      @NotEmpty(message = "needs an action")
          @Nullable
              List<
                  @NotNull(message = MISSING) @Pattern(regexp = ACTIONS, message = ACTION_RULE)
                  String>
              actions,
      @NotNull(message = MISSING) @DeskReason @Nullable String reason) {}

  /** Body of a request that changes a window. */
  @Schema(name = "ChangedWindow")
  record ChangedWindow(
      @NotNull(message = MISSING) @Size(max = LONGEST_VERSION, message = VERSION_RULE)
          @Nullable String version,
      @NotNull(message = MISSING) @Pattern(regexp = PHASES, message = PHASE_RULE)
          @Nullable String phase,
      @ValidId @Schema(description = "Missing: all students") @Nullable Long audienceId,
      @NotNull(message = MISSING) @Schema(format = "date-time", example = DeskTime.EXAMPLE)
          @Nullable String opensAt,
      @NotNull(message = MISSING) @Schema(format = "date-time", example = DeskTime.EXAMPLE)
          @Nullable String closesAt,
      @NotEmpty(message = "needs an action")
          @Nullable
              List<
                  @NotNull(message = MISSING) @Pattern(regexp = ACTIONS, message = ACTION_RULE)
                  String>
              actions,
      @NotNull(message = MISSING) @DeskReason @Nullable String reason) {}

  /** Body of a request that moves a window. */
  @Schema(name = "WindowShift")
  record WindowShift(
      @NotNull(message = MISSING) @Size(max = LONGEST_VERSION, message = VERSION_RULE)
          @Nullable String version,
      @NotNull(message = MISSING)
          @Min(value = -FARTHEST_SHIFT, message = "must be from -10080 to 10080")
          @Max(value = FARTHEST_SHIFT, message = "must be from -10080 to 10080")
          @Nullable Integer minutes,
      @NotNull(message = MISSING) @DeskReason @Nullable String reason) {}

  /** Body of a request that changes something in a way that its path names. */
  @Schema(name = "DeskChange")
  record VersionAndReason(
      @NotNull(message = MISSING) @Size(max = LONGEST_VERSION, message = VERSION_RULE)
          @Nullable String version,
      @NotNull(message = MISSING) @DeskReason @Nullable String reason) {}

  /** Returns a value that the validation has found to be there. */
  static <T> T validated(@Nullable T value) {
    return Objects.requireNonNull(value, "validated");
  }

  /** Values of a request, or what is wrong with them. */
  record Parsed(@Nullable WindowValues values, String fault) {}

  static Parsed parse(
      String phase,
      @Nullable Long audienceId,
      String opensAt,
      String closesAt,
      List<String> actions) {
    Instant opens = DeskTime.parse(opensAt);
    Instant closes = DeskTime.parse(closesAt);
    if (opens == null || closes == null) {
      String field = opens == null ? "opensAt" : "closesAt";
      return new Parsed(null, "The field '%s' %s.".formatted(field, DeskTime.RULE));
    }
    TreeSet<RegistrationAction> named = new TreeSet<>();
    actions.forEach(action -> named.add(RegistrationAction.valueOf(action)));
    return opens.isBefore(closes)
        ? new Parsed(
            new WindowValues(
                phase, audienceId, opens, closes, Collections.unmodifiableSortedSet(named)),
            "")
        : new Parsed(null, "The window must open before it closes.");
  }
}
