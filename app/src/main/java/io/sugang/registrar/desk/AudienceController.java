package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.AudienceRows.EqualAudience;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operation that counts the students of an audience before a window is made for it. */
@Tag(name = "desk")
@RestController
class AudienceController {
  private static final String GRADES = "([1-6](,[1-6]){0,5})?";
  private static final String IDS = "([1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,";
  private static final long WAIT_MILLIS = 2_000;
  private static final String ID_RULE = " ids of up to 15 digits, separated by commas";

  private final DeskAccess access;
  private final AudienceRows rows;
  private final AudienceCounts counts;

  // A count looks at every student: one at a time per instance, so that a rush keeps its time.
  private final Semaphore turn = new Semaphore(1);

  AudienceController(DeskAccess access, AudienceRows rows, AudienceCounts counts) {
    this.access = access;
    this.rows = rows;
    this.counts = counts;
  }

  /** How many students an audience has. */
  @Schema(name = "AudienceCount")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AudienceCount(
      @Schema(description = "Enrolled students; those on leave and those who left do not count")
          long students,
      @Schema(
              description =
                  "Of the audience that a window for this choice has; left out without a choice",
              example = "4학년")
          @Nullable String name,
      @Schema(description = "For each of others, in its order") List<SharedStudents> shared) {}

  /** How many students are in another audience too. */
  @Schema(name = "SharedStudents")
  record SharedStudents(long audienceId, long students) {}

  @Operation(
      summary = "Count the students of an audience",
      description =
          "Those who fit one value of each list, as in the audience of a new window. Without a"
              + " condition all enrolled students are counted.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = AudienceCount.class)))
  @DeskProblems
  @GetMapping(path = "/api/desk/audiences/count", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> count(
      @Parameter(description = "Grades separated by commas", example = "3,4")
          @RequestParam(defaultValue = "")
          @Pattern(regexp = GRADES, message = "must be grades from 1 to 6, separated by commas")
          String grades,
      @RequestParam(defaultValue = "")
          @Pattern(regexp = "(ODD|EVEN)?", message = "must be ODD or EVEN")
          String parity,
      @Parameter(description = "Ids separated by commas", example = "26,27")
          @RequestParam(defaultValue = "")
          @Pattern(regexp = IDS + "199})?", message = "must be 1 to 200" + ID_RULE)
          String departments,
      @Parameter(description = "Types of students separated by commas", example = "TRANSFER")
          @RequestParam(defaultValue = "")
          @Pattern(
              regexp =
                  "((REGULAR|FRESHMAN|TRANSFER|EXCHANGE|GRADUATE)"
                      + "(,(REGULAR|FRESHMAN|TRANSFER|EXCHANGE|GRADUATE)){0,4})?",
              message = "must be types separated by commas: " + WindowRequests.TYPE_NAMES)
          String types,
      @Parameter(description = "An audience that is there, instead of the other conditions")
          @RequestParam(required = false)
          @ValidId
          @Nullable Long audienceId,
      @Parameter(description = "Audiences whose students among these are counted too")
          @RequestParam(defaultValue = "")
          @Pattern(regexp = IDS + "9})?", message = "must be 1 to 10" + ID_RULE)
          String others,
      HttpServletRequest http) {
    return access.reading(
        http,
        member -> {
          AudienceChoice choice =
              new AudienceChoice(
                  set(grades, Integer::valueOf),
                  parity.isEmpty() ? null : parity,
                  set(departments, Long::valueOf),
                  set(types, type -> type));
          String fault = fault(choice, audienceId);
          if (fault != null) {
            return ProblemType.INVALID_REQUEST.toResponse(fault);
          }
          List<Long> ids = parts(others).map(Long::valueOf).toList();
          List<Long> found = inTurn(() -> counts.count(choice, audienceId, ids));
          if (found == null) {
            return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(
                "Another count is running. Send the request again after a second.");
          }
          List<SharedStudents> shared = new ArrayList<>();
          for (int i = 0; i < ids.size(); i++) {
            shared.add(new SharedStudents(ids.get(i), found.get(i + 1)));
          }
          return ResponseEntity.ok(new AudienceCount(found.getFirst(), name(choice), shared));
        });
  }

  /** Returns what a count returns; null where others take longer than {@value #WAIT_MILLIS} ms. */
  private @Nullable List<Long> inTurn(Supplier<List<Long>> count) {
    try {
      if (!turn.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return null;
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return null;
    }
    try {
      return count.get();
    } finally {
      turn.release();
    }
  }

  private @Nullable String fault(AudienceChoice choice, @Nullable Long audienceId) {
    if (audienceId != null && !choice.isEmpty()) {
      return WindowRequests.TWO_AUDIENCES;
    }
    if (audienceId != null && !rows.hasAudience(audienceId)) {
      return WindowRequests.NO_AUDIENCE.formatted(audienceId);
    }
    return WindowRequests.fault(choice, rows);
  }

  private @Nullable String name(AudienceChoice choice) {
    if (choice.isEmpty()) {
      return null;
    }
    EqualAudience found = rows.find(choice);
    return found == null
        ? AudienceName.of(choice, rows.departments(choice.departments()))
        : found.name();
  }

  private static Stream<String> parts(String text) {
    return Arrays.stream(text.split(",")).filter(part -> !part.isEmpty());
  }

  private static <T> TreeSet<T> set(String text, Function<String, T> value) {
    return parts(text).map(value).collect(Collectors.toCollection(TreeSet::new));
  }
}
