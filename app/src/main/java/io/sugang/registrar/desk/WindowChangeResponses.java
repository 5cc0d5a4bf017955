package io.sugang.registrar.desk;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a change of a window is answered with. */
@ApiResponse(
    responseCode = "200",
    content = @Content(schema = @Schema(implementation = WindowChanged.class)))
@DeskChangeProblems
@ProblemResponses({
  ProblemType.WINDOW_NOT_FOUND,
  ProblemType.CHANGED_MEANWHILE,
  ProblemType.WINDOW_STATE
})
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface WindowChangeResponses {}
