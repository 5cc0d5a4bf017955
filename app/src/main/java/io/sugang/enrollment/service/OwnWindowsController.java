package io.sugang.enrollment.service;

import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.signin.ActingUser;
import io.sugang.signin.OwnStudentProblems;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on the windows of the student who is signed in. */
@Tag(name = "me")
@RestController
class OwnWindowsController {
  private final RegistrationRules rules;
  private final SharedClock clock;

  OwnWindowsController(RegistrationRules rules, SharedClock clock) {
    this.rules = rules;
    this.clock = clock;
  }

  @Operation(
      summary = "The windows for the student, and which actions are open now",
      description =
          "Of the terms with a window that is open, is to come, or closed in the last 90 days. The"
              + " windows are a second old at most. Those of a mock term are shown with term alone.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = StudentWindows.class)))
  @OwnStudentProblems
  @GetMapping(path = "/api/me/windows", produces = MediaType.APPLICATION_JSON_VALUE)
  CompletableFuture<ResponseEntity<?>> windows(
      @RequestParam(required = false) @ValidId @Nullable Long term, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    if (own == null) {
      return CompletableFuture.completedFuture(user.noStudent());
    }
    Instant now = clock.now();
    return rules
        .windows(new StudentId(own), now)
        .thenApply(terms -> ResponseEntity.ok(StudentWindows.of(terms, term, now)));
  }
}
