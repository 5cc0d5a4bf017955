package io.sugang.enrollment.service;

import io.sugang.catalog.student.StudentDirectory;
import io.sugang.platform.ids.Ids;
import io.sugang.platform.ids.StudentId;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on the seats that a student holds. */
@Tag(name = "enrollments")
@RestController
class StudentEnrollmentsController {
  private final StudentDirectory students;
  private final StudentSeats seats;

  StudentEnrollmentsController(StudentDirectory students, StudentSeats seats) {
    this.students = students;
    this.seats = seats;
  }

  @Operation(
      summary = "The seats that a student holds, oldest first",
      description = "Without term those of all terms but mock ones.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(array = @ArraySchema(schema = @Schema(implementation = HeldSeat.class))))
  @ProblemResponses({
    ProblemType.INVALID_REQUEST,
    ProblemType.STUDENT_NOT_FOUND,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/api/students/{id}/enrollments", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> enrollments(
      @PathVariable @ValidId long id,
      @RequestParam(required = false) @ValidId @Nullable Long term,
      HttpServletRequest http) {
    if (Ids.isReserved(id) || !ActingUser.of(http).mayRead(id) || !students.exists(id)) {
      return ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".");
    }
    return ResponseEntity.ok(seats.of(new StudentId(id), term));
  }
}
