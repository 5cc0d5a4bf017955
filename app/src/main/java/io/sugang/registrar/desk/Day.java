package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last 24 hours by minute, in the API. */
@Schema(name = "Day")
record Day(
    @Schema(description = "By the clock of all instances") Instant asOf,
    @Schema(description = "false: Redis is away, so there is only what was read before")
        boolean complete,
    @Schema(description = "Oldest first; those in which no instance ran are left out")
        List<MinuteView> minutes) {

  /** One minute. */
  @Schema(name = "AnswersOfAMinute")
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record MinuteView(
      Instant at,
      @Schema(description = "Answers by code, of all instances; left out: none")
          Map<String, Long> answers,
      @Schema(description = "Seats with an enrollment at its end; left out: not known")
          @Nullable Long taken) {}
}
