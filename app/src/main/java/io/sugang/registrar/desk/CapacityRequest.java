package io.sugang.registrar.desk;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.ValidId;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Body of a request that changes a capacity.
 *
 * @param seatsId null: the course, which has no pools then
 */
@Schema(name = "CapacityChange")
record CapacityRequest(
    @NotNull(message = WindowRequests.MISSING)
        @Size(max = WindowRequests.LONGEST_VERSION, message = WindowRequests.VERSION_RULE)
        @Nullable String version,
    @ValidId @Schema(description = "The course or one of its pools; needed where there are pools")
        @Nullable Long seatsId,
    @NotNull(message = WindowRequests.MISSING)
        @Min(value = 0, message = "must be a whole number from 0 to 1000000")
        @Max(
            value = CapacityRequest.MOST_SEATS,
            message = "must be a whole number from 0 to 1000000")
        @Nullable Integer capacity,
    @NotNull(message = WindowRequests.MISSING) @DeskReason @Nullable String reason) {
  static final int MOST_SEATS = 1_000_000;

  @Nullable SeatsId seats() {
    return seatsId == null ? null : new SeatsId(seatsId);
  }
}
