package io.sugang.problem;

import io.swagger.v3.oas.annotations.media.Schema;

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
    ProblemType code) {}
