package io.sugang.catalog.course;

import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation on what courses can be searched by. */
@Tag(name = "courses")
@RestController
class DepartmentController {
  private static final Duration CACHED = Duration.ofMinutes(1);

  private record Classifications(SortedMap<Long, IndexedCourse> of, List<String> names) {}

  private final CourseIndex index;
  private volatile @Nullable Classifications last;

  DepartmentController(CourseIndex index) {
    this.index = index;
  }

  /** The departments, and the classifications of courses. */
  @Schema(name = "Departments")
  record DepartmentsView(
      @Schema(description = "By college and name") List<DepartmentView> departments,
      @Schema(description = "Those of courses, as the catalogue prints them")
          List<String> classifications) {}

  @Schema(name = "Department")
  record DepartmentView(
      long departmentId, String college, String name, String nameEn, List<String> aliases) {}

  @Operation(
      summary = "The departments with their colleges and aliases, and the classifications",
      description = "The same for all clients, which may keep it for a minute.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = DepartmentsView.class)))
  @ProblemResponses({ProblemType.INVALID_REQUEST, ProblemType.TEMPORARILY_UNAVAILABLE})
  @GetMapping(path = "/api/departments", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> departments() {
    return ResponseEntity.ok()
        .cacheControl(CacheControl.maxAge(CACHED).cachePublic())
        .body(new DepartmentsView(index.departments(), classifications()));
  }

  // Looked for once in each reading of the courses, because a look at all courses is a search.
  private List<String> classifications() {
    SortedMap<Long, IndexedCourse> courses = index.courses(index.seats());
    Classifications known = last;
    if (known == null || known.of != courses) {
      known =
          new Classifications(
              courses,
              courses.values().stream()
                  .map(course -> course.view().classification())
                  .filter(Objects::nonNull)
                  .distinct()
                  .sorted()
                  .toList());
      last = known;
    }
    return known.names;
  }
}
