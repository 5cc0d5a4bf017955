package io.sugang.catalog.student;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.problem.ProblemType;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;

/**
 * Operation of an operator that corrects a student: {@code POST /actuator/students/{id}} with
 * {@code email}, {@code department} or {@code grade}. On the management port only, because the API
 * has no sign-in that could protect it.
 */
@Component
@Endpoint(id = "students")
class StudentsEndpoint {
  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,15}");

  private final StudentCorrections corrections;
  private final Validator validator;

  StudentsEndpoint(StudentCorrections corrections, Validator validator) {
    this.corrections = corrections;
    this.validator = validator;
  }

  @WriteOperation
  WebEndpointResponse<Object> correct(
      @Selector String id,
      @Nullable String email,
      @Nullable String department,
      @Nullable Integer grade) {
    StudentCorrection correction = new StudentCorrection(email, department, grade);
    String faults =
        validator.validate(correction).stream()
            .map(StudentsEndpoint::sentence)
            .sorted()
            .collect(Collectors.joining(" "));
    if (!faults.isEmpty()) {
      return problem(ProblemType.INVALID_REQUEST, faults);
    }
    if (!ID.matcher(id).matches()) {
      return problem(ProblemType.INVALID_REQUEST, "The id must be " + Ids.RANGE + ".");
    }
    long studentId = Long.parseLong(id);
    if (Ids.isReserved(studentId)) {
      return problem(ProblemType.STUDENT_NOT_FOUND, "There is no student " + id + ".");
    }
    return switch (corrections.correct(studentId, correction)) {
      case CORRECTED -> corrected(studentId, true);
      case CORRECTED_NOT_EVICTED -> corrected(studentId, false);
      case NOT_FOUND -> problem(ProblemType.STUDENT_NOT_FOUND, "There is no student " + id + ".");
      case EMAIL_TAKEN ->
          problem(ProblemType.INVALID_REQUEST, "The email belongs to another student.");
      case OUTSIDE_AUDIENCE ->
          problem(
              ProblemType.INVALID_REQUEST,
              "The student holds seats whose audience would no longer include the student. Cancel"
                  + " these enrollments first. Nothing was changed.");
    };
  }

  private static WebEndpointResponse<Object> corrected(long id, boolean evicted) {
    return new WebEndpointResponse<>(Map.of("studentId", id, "evicted", evicted));
  }

  private static WebEndpointResponse<Object> problem(ProblemType type, String detail) {
    return new WebEndpointResponse<>(
        type.toProblemDetail(detail), type.status().value(), MediaType.APPLICATION_PROBLEM_JSON);
  }

  private static String sentence(ConstraintViolation<StudentCorrection> fault) {
    String field = fault.getPropertyPath().toString();
    return field.equals("anythingCorrected")
        ? fault.getMessage() + "."
        : "'%s' %s.".formatted(field, fault.getMessage());
  }
}
