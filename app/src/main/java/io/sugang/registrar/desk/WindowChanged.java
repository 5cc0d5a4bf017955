package io.sugang.registrar.desk;

import io.sugang.registrar.desk.DeskResult.Changed;
import io.sugang.registrar.desk.DeskResult.NotChanged;
import io.swagger.v3.oas.annotations.media.Schema;
import org.springframework.http.ResponseEntity;

/** A changed window in the API. */
@Schema(name = "WindowChanged")
record WindowChanged(DeskWindow before, DeskWindow after) {

  /** Returns the answer to a change. */
  static ResponseEntity<?> answer(DeskResult<DeskWindow> result) {
    return switch (result) {
      case Changed<DeskWindow>(DeskWindow before, DeskWindow after) ->
          ResponseEntity.ok(new WindowChanged(before, after));
      case NotChanged<DeskWindow> refused -> refused.toResponse();
    };
  }
}
