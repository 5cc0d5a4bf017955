package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.rules.window.RegistrationAction;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A window in the API. */
@Schema(name = "Window")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeskWindow(
    long windowId,
    long termId,
    @Schema(description = "Like 2026 SPRING") String term,
    @Schema(description = "BASKET, ALLOCATION, ENROLL, ADD_DROP or WITHDRAW") String phase,
    @Schema(description = "Left out: all students") @Nullable Long audienceId,
    @Nullable String audience,
    Instant opensAt,
    @Schema(description = "The first instant after it") Instant closesAt,
    List<RegistrationAction> actions,
    WindowState state,
    @Schema(description = "Names these values in a change") String version) {

  /** Where a window is in time. */
  enum WindowState {
    BEFORE,
    OPEN,
    OVER
  }

  static DeskWindow of(WindowRow row, Instant now) {
    WindowValues values = row.values();
    return new DeskWindow(
        row.windowId(),
        row.termId(),
        row.term(),
        values.phase(),
        values.audienceId(),
        row.audience(),
        values.opensAt(),
        values.closesAt(),
        List.copyOf(values.actions()),
        now.isBefore(values.opensAt())
            ? WindowState.BEFORE
            : now.isBefore(values.closesAt()) ? WindowState.OPEN : WindowState.OVER,
        values.version());
  }
}
