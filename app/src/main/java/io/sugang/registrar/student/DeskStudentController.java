package io.sugang.registrar.student;

import io.sugang.enrollment.planview.PlanRows;
import io.sugang.enrollment.rejections.RejectionRows;
import io.sugang.enrollment.service.StudentWindows;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.Causes;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskAccess;
import io.sugang.registrar.desk.DeskProblems;
import io.sugang.registrar.override.StudentOverrides;
import io.sugang.registrar.student.DeskStudent.StudentEntry;
import io.sugang.rules.window.RegistrationRules;
import io.sugang.rules.window.TermWindows;
import io.sugang.signin.LastSignIns;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations of the desk on students, which every member of the staff may read. */
@Tag(name = "desk")
@RestController
@RequestMapping(DeskStudentController.PATH)
class DeskStudentController {
  static final String PATH = "/api/desk/students";

  private final DeskAccess access;
  private final StudentEntries entries;
  private final PlanRows plans;
  private final RegistrationRules rules;
  private final RejectionRows rejections;
  private final StudentOverrides overrides;
  private final LastSignIns signIns;
  private final SharedClock clock;

  DeskStudentController(
      DeskAccess access,
      StudentEntries entries,
      PlanRows plans,
      RegistrationRules rules,
      RejectionRows rejections,
      StudentOverrides overrides,
      LastSignIns signIns,
      SharedClock clock) {
    this.access = access;
    this.entries = entries;
    this.plans = plans;
    this.rules = rules;
    this.rejections = rejections;
    this.overrides = overrides;
    this.signIns = signIns;
    this.clock = clock;
  }

  /** Students that a search found. */
  @Schema(name = "FoundStudents")
  record FoundStudents(
      @Schema(description = "By number, then by name, 20 at most") List<StudentEntry> students) {}

  @Operation(
      summary = "Students whose number or name begins with a text",
      description =
          "20 at most. A longer beginning finds the others. Without a text there are none.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = FoundStudents.class)))
  @DeskProblems
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> search(
      @Parameter(description = "A student number or a name, or the beginning of one")
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = "must have at most 64 characters")
          String q,
      HttpServletRequest http) {
    String text = q.strip();
    return access.reading(
        http,
        member ->
            ResponseEntity.ok(
                new FoundStudents(text.isEmpty() ? List.of() : entries.search(text))));
  }

  @Operation(
      summary = "A student with plan, windows, refusals, overrides and the last sign-in",
      description =
          "Refusals are kept for the term: a row counts those of one course and reason. They"
              + " follow their answers within seconds, and in a rush within minutes.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = DeskStudent.class)))
  @DeskProblems
  @ProblemResponses(ProblemType.STUDENT_NOT_FOUND)
  @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> student(@PathVariable @ValidId long id, HttpServletRequest http) {
    StudentId studentId = new StudentId(id);
    return access.reading(
        http,
        member ->
            (studentId.isReserved() ? Optional.<StudentEntry>empty() : entries.find(studentId))
                .<ResponseEntity<?>>map(entry -> ResponseEntity.ok(view(entry)))
                .orElseGet(() ->
                    ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".")));
  }

  private DeskStudent view(StudentEntry entry) {
    StudentId studentId = new StudentId(entry.studentId());
    Instant now = clock.now();
    return new DeskStudent(
        entry,
        plans.planOf(entry.studentId(), null),
        StudentWindows.of(windows(studentId, now), null, now),
        rejections.of(studentId),
        overrides.of(studentId, now),
        signIns.of(studentId).orElse(null));
  }

  // Nearly always there at once; otherwise within the 4 s of the rules' reads.
  private Optional<List<TermWindows>> windows(StudentId studentId, Instant now) {
    try {
      return rules.windows(studentId, now).join();
    } catch (CompletionException failure) {
      if (Causes.ofStage(failure) instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw failure;
    }
  }
}
