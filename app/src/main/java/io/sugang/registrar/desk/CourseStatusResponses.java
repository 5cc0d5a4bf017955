package io.sugang.registrar.desk;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskCourseController.CourseChanged;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a change of the status of a course is answered with. */
@ApiResponse(
    responseCode = "200",
    content = @Content(schema = @Schema(implementation = CourseChanged.class)))
@DeskChangeProblems
@ProblemResponses({
  ProblemType.COURSE_NOT_FOUND,
  ProblemType.CHANGED_MEANWHILE,
  ProblemType.COURSE_STATE
})
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface CourseStatusResponses {}
