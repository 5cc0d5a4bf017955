package io.sugang.registrar.desk;

import io.sugang.platform.ids.ValidId;
import io.sugang.rules.window.RegistrationAction;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
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
import java.util.Set;
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
  static final String TYPE_NAMES = "REGULAR, FRESHMAN, TRANSFER, EXCHANGE, GRADUATE";
  static final String TWO_AUDIENCES =
      "Send audienceId or the choice of an audience, not both. Without them it is all students.";
  static final String NO_AUDIENCE =
      "There is no audience %d. GET /api/desk/windows lists the audiences.";

  private static final String GRADE_RULE = "must be from 1 to 6";
  private static final String TYPES = "REGULAR|FRESHMAN|TRANSFER|EXCHANGE|GRADUATE";
  private static final int MOST_DEPARTMENTS = 200;
  private static final int MOST_GRADES = 6;
  private static final int MOST_TYPES = 5;
  private static final int FARTHEST_SHIFT = 10_080;

  private WindowRequests() {}

  /** The part of a body that chooses students. */
  @Schema(
      name = "AudienceChoice",
      description =
          "Students who fit one value of each list. A list that is left out fits all students."
              + " The desk takes the audience with these rows, or makes it.")
  record ChosenAudience(
      @Size(max = MOST_GRADES, message = "must have at most 6 grades")
          @Nullable
              List<
                  @NotNull(message = MISSING) @Min(value = 1, message = GRADE_RULE)
                  @Max(value = MOST_GRADES, message = GRADE_RULE) Integer>
              grades,
      @Pattern(regexp = "ODD|EVEN", message = "must be ODD or EVEN")
          @Schema(description = "ODD or EVEN: the last digit of the student number")
          @Nullable String parity,
      @Size(max = MOST_DEPARTMENTS, message = "must have at most 200 departments")
          @Schema(description = "Ids of GET /api/departments")
          @Nullable List<@NotNull(message = MISSING) @ValidId Long> departments,
      @Size(max = MOST_TYPES, message = "must have at most 5 types")
          @Nullable
              List<
                  @NotNull(message = MISSING)
                  @Pattern(regexp = TYPES, message = "must be one of " + TYPE_NAMES) String>
              types) {

    AudienceChoice choice() {
      return new AudienceChoice(set(grades), parity, set(departments), set(types));
    }

    private static <T> TreeSet<T> set(@Nullable List<T> values) {
      return values == null ? new TreeSet<>() : new TreeSet<>(values);
    }
  }

  /** Body of a request that makes a window. */
  @Schema(name = "NewWindow")
  record NewWindow(
      @NotNull(message = MISSING) @ValidId @Nullable Long termId,
      @NotNull(message = MISSING) @Pattern(regexp = PHASES, message = PHASE_RULE)
          @Nullable String phase,
      @ValidId @Schema(description = "Missing, as audience is: all students")
          @Nullable Long audienceId,
      @Valid @Schema(description = "Instead of audienceId") @Nullable ChosenAudience audience,
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
      @ValidId @Schema(description = "Missing, as audience is: all students")
          @Nullable Long audienceId,
      @Valid @Schema(description = "Instead of audienceId") @Nullable ChosenAudience audience,
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

  /**
   * Values of a request, or what is wrong with them.
   *
   * @param choice of an audience, whose id the values have; null for none
   */
  record Parsed(@Nullable WindowValues values, @Nullable AudienceChoice choice, String fault) {}

  static Parsed parse(
      String phase,
      @Nullable Long audienceId,
      @Nullable ChosenAudience audience,
      String opensAt,
      String closesAt,
      List<String> actions) {
    Instant opens = DeskTime.parse(opensAt);
    Instant closes = DeskTime.parse(closesAt);
    if (opens == null || closes == null) {
      String field = opens == null ? "opensAt" : "closesAt";
      return fault("The field '%s' %s.".formatted(field, DeskTime.RULE));
    }
    if (!opens.isBefore(closes)) {
      return fault("The window must open before it closes.");
    }
    AudienceChoice choice = audience == null ? null : audience.choice();
    if (choice != null && audienceId != null) {
      return fault(TWO_AUDIENCES);
    }
    if (choice != null && choice.isEmpty()) {
      return fault(
          "The field 'audience' must have grades, a parity, departments or types. Leave it out for"
              + " all students.");
    }
    TreeSet<RegistrationAction> named = new TreeSet<>();
    actions.forEach(action -> named.add(RegistrationAction.valueOf(action)));
    return new Parsed(
        new WindowValues(
            phase,
            choice == null ? audienceId : Long.valueOf(choice.id()),
            opens,
            closes,
            Collections.unmodifiableSortedSet(named)),
        choice,
        "");
  }

  private static Parsed fault(String fault) {
    return new Parsed(null, null, fault);
  }

  /** Returns why no window can be for a choice; null where one can. */
  static @Nullable String fault(AudienceChoice choice, AudienceRows rows) {
    if (choice.size() > AudienceChoice.MOST_ROWS) {
      return "This audience would have %d rows, and %d are allowed. Choose fewer departments, types or gaps between grades."
          .formatted(choice.size(), AudienceChoice.MOST_ROWS);
    }
    Set<Long> known = rows.departments(choice.departments()).keySet();
    return choice.departments().stream()
        .filter(department -> !known.contains(department))
        .findFirst()
        .map("There is no department %d. GET /api/departments lists the departments."::formatted)
        .orElse(null);
  }
}
