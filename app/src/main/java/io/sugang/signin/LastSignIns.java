package io.sugang.signin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.ids.StudentId;
import io.sugang.signin.EndedSessions.Newest;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The newest sign-in of a student, from the memory of the instance. */
@Component
public class LastSignIns {
  private final EndedSessions sessions;

  LastSignIns(EndedSessions sessions) {
    this.sessions = sessions;
  }

  /** A sign-in of a student. */
  @Schema(name = "LastSignIn")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LastSignIn(
      Instant at,
      @Schema(description = "Kind of the browser", example = "Chrome on Android") String browser,
      @Schema(description = "Left out: the student did not sign out")
          @Nullable Instant signedOutAt) {}

  /**
   * Returns the newest sign-in at any instance, a second after it at the latest. Empty after the
   * time that a session may last, and of students whose tokens a program made.
   */
  public Optional<LastSignIn> of(StudentId studentId) {
    Newest newest = sessions.newestOf(studentId.value());
    return newest == null
        ? Optional.empty()
        : Optional.of(
            new LastSignIn(
                Instant.ofEpochMilli(newest.signedInAt()),
                newest.browser(),
                newest.signedOutAt() == 0 ? null : Instant.ofEpochMilli(newest.signedOutAt())));
  }
}
