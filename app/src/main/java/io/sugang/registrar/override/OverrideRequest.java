package io.sugang.registrar.override;

import io.sugang.platform.ids.ValidId;
import io.sugang.rules.plan.WaivedRule;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Body of a request for an override.
 *
 * @param lifts names of rules, as texts because a parser would accept numbers for them too
 */
record OverrideRequest(
    @NotNull(message = "is missing") @ValidId @Schema(example = "2") @Nullable Long courseId,
    @NotEmpty(message = "is missing or empty; allowed: " + RULES)
        @Size(max = 7, message = "has more than 7 rules")
        @ArraySchema(
            schema = @Schema(implementation = WaivedRule.class),
            minItems = 1,
            maxItems = 7)
        @Nullable
            List<
                @NotNull(message = "must be one of " + RULES)
                @Pattern(regexp = PATTERN, message = "must be one of " + RULES) String>
            lifts,
    @NotBlank(message = "is missing or blank")
        @Size(max = 500, message = "has more than 500 characters")
        @Schema(minLength = 1, example = "I graduate in August and need this course.")
        @Nullable String text) {
  static final String RULES =
      "CAPACITY, TIME_CONFLICT, CREDIT_LIMIT, PREREQUISITE, RETAKE, AUDIENCE, WINDOW";
  static final String PATTERN =
      "CAPACITY|TIME_CONFLICT|CREDIT_LIMIT|PREREQUISITE|RETAKE|AUDIENCE|WINDOW";

  Set<WaivedRule> rules() {
    Set<WaivedRule> rules = EnumSet.noneOf(WaivedRule.class);
    Objects.requireNonNull(lifts, "validated").forEach(name -> rules.add(WaivedRule.valueOf(name)));
    return rules;
  }
}
