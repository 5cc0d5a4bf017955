package io.sugang.catalog.course;

import io.swagger.v3.oas.annotations.media.Schema;

/** Values that differ after the registrar's desk changed something for students. */
@Schema(name = "DeskChanges")
record DeskChanges(
    @Schema(description = "Differs after a change of any window") String windows,
    @Schema(description = "Differs after a notice to any student") String notices) {}
