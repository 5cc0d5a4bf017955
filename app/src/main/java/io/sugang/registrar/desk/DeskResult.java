package io.sugang.registrar.desk;

import io.sugang.platform.problem.ProblemType;
import java.util.Map;
import org.springframework.http.ResponseEntity;

/**
 * Result of a change.
 *
 * @param <T> what was to be changed, as the API shows it
 */
sealed interface DeskResult<T> {

  /** A change that is committed. */
  record Changed<T>(T before, T after) implements DeskResult<T> {}

  /**
   * A refusal, which changed nothing.
   *
   * @param members of the problem
   */
  record NotChanged<T>(ProblemType type, String detail, Map<String, Object> members)
      implements DeskResult<T> {
    NotChanged(ProblemType type, String detail) {
      this(type, detail, Map.of());
    }

    ResponseEntity<?> toResponse() {
      return type.toResponse(detail, members);
    }
  }

  /** Returns the refusal of a change whose version is not that of what is there. */
  static <T> NotChanged<T> changedMeanwhile(Object current) {
    return new NotChanged<>(
        ProblemType.CHANGED_MEANWHILE,
        "It is not as the version of the request says. Nothing was changed.",
        Map.of("current", current));
  }
}
