package io.sugang.platform.problem;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

/** The schema of a problem detail, for the OpenAPI document only. */
@Schema(
    name = "Problem",
    description = "RFC 9457 problem detail. Decide by code or type, never by the texts.")
record ProblemSchema(
    @Schema(
            description = "Stable; a link that explains the problem",
            format = "uri-reference",
            example = "/problems/course-full")
        String type,
    String title,
    int status,
    @Schema(description = "What was wrong with this very request, and what is allowed")
        String detail,
    @Schema(description = "The path of the request", format = "uri-reference") String instance,
    ProblemType code,
    @Schema(
            description =
                "Of NOT_OPEN: when the student's window opens; missing where none is announced",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Instant opensAt,
    @Schema(
            description =
                "Of NOT_OPEN: milliseconds from the answer until opensAt, by the clock that all instances share",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Long waitMs,
    @Schema(
            description = "Of CLOSED: when the student's last window closed",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Instant closedAt,
    @Schema(
            description = "Of NOT_ELIGIBLE: for whom the course is, where it is for others",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String audience,
    @Schema(
            description = "Of NOT_ELIGIBLE: the student's standing, where it is not ENROLLED",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String standing,
    @Schema(
            description = "Of SAME_SUBJECT and TIME_CONFLICT: the course of the plan",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Long conflictingCourseId,
    @Schema(
            description =
                "Of TIME_CONFLICT: the day of the first time that both courses have; 1 is Monday",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer weekday,
    @Schema(
            description = "Of TIME_CONFLICT: when that time begins, HH:MM",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String from,
    @Schema(
            description = "Of TIME_CONFLICT: the first minute after it, HH:MM",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String until,
    @Schema(
            description = "Of CREDIT_LIMIT: credits of the plan",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer usedCredits,
    @Schema(
            description = "Of CREDIT_LIMIT: credits that the student may have in the term",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer creditLimit,
    @Schema(
            description = "Of CREDIT_LIMIT: credits of the course",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer neededCredits,
    @Schema(
            description = "Of CLASSIFICATION_LIMIT: the classification of the course",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String classification,
    @Schema(
            description = "Of CLASSIFICATION_LIMIT: courses of the classification in the plan",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer usedCourses,
    @Schema(
            description = "Of CLASSIFICATION_LIMIT: how many the term allows",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer courseLimit,
    @Schema(
            description = "Of RETAKE_NOT_ALLOWED: the grade in the transcript",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String grade,
    @Schema(
            description =
                "Of RETAKE_NOT_ALLOWED: the best grade that a retake may improve; missing where none may",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String gradeAtMost,
    @Schema(
            description = "Of RETAKE_NOT_ALLOWED: the subject in the transcript",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Long subjectId,
    @Schema(
            description = "Of RETAKE_LIMIT: retakes so far, in the unit",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer usedRetakes,
    @Schema(
            description = "Of RETAKE_LIMIT: how many are allowed",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer retakeLimit,
    @Schema(
            description =
                "Of RETAKE_LIMIT: what is counted, COURSES_OF_TERM, CREDITS_OF_TERM or COURSES_IN_ALL",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String retakeUnit,
    @Schema(
            description =
                "Of PREREQUISITE and COREQUISITE: codes of the missing subjects, separated by commas",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String missing,
    @Schema(
            description = "Of NOT_IN_TERM: the term of the course",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Long termId,
    @Schema(
            description =
                "Of BASKET_FULL: courses that a basket may have. Of INVALID_REQUEST: students of one name that a search may have",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer most,
    @Schema(
            description = "Of BASKET_CHANGED: the courses of the basket in its order",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        List<Long> courseIds,
    @Schema(
            description =
                "Of a rejected change of the basket: all reasons; the first one is that of the problem",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        List<ReasonSchema> reasons,
    @Schema(
            description = "Of OVERRIDE_OPEN: the override that is open for the course",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Long overrideId,
    @Schema(
            description = "Of OVERRIDE_STATE: the state of the override",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String state,
    @Schema(
            description = "Of OVERRIDE_EXPIRED: the first instant at which the grant was over",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Instant expiresAt,
    @Schema(
            description = "Of BELOW_TAKEN: seats with an enrollment",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Integer taken,
    @Schema(
            types = "object",
            description =
                "Of CHANGED_MEANWHILE, WINDOW_STATE, COURSE_STATE and MOCK_TERM: what was to be changed, as it is",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Object current,
    @Schema(
            description = "Of SIGNED_IN_ELSEWHERE: when the newer session began",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Instant signedInAt,
    @Schema(
            description = "Of SIGNED_IN_ELSEWHERE: kind of the browser of the newer session",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String browser,
    @Schema(
            description = "Of a search in the audit: the parameter that names nothing",
            requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        String parameter) {

  /** The schema of a reason. */
  @Schema(
      name = "Reason",
      description = "With the further members that the problem of its code has",
      additionalProperties = Schema.AdditionalPropertiesValue.TRUE)
  record ReasonSchema(ProblemType code, String detail) {}
}
