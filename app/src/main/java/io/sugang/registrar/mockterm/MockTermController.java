package io.sugang.registrar.mockterm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.ids.ValidId;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.DeskAccess;
import io.sugang.registrar.desk.DeskChangeProblems;
import io.sugang.registrar.desk.DeskProblems;
import io.sugang.registrar.desk.DeskReason;
import io.sugang.registrar.desk.DeskTime;
import io.sugang.registrar.mockterm.MockTermResult.NotPossible;
import io.sugang.registrar.mockterm.MockTermResult.UnderWay;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP operations of the desk on the mock term. */
@Tag(name = "desk")
@RestController
@RequestMapping(MockTermController.PATH)
class MockTermController {
  static final String PATH = "/api/desk/mock-term";
  private static final String MISSING = "is missing";
  private static final String FAULT = "The field '%s' %s.";

  /** Body of a request that begins a mock term. */
  @Schema(name = "NewMockTerm")
  record NewMockTerm(
      @NotNull(message = MISSING) @Schema(format = "date-time", example = DeskTime.EXAMPLE)
          @Nullable String opensAt,
      @NotNull(message = MISSING) @Schema(format = "date-time", example = DeskTime.EXAMPLE)
          @Nullable String closesAt,
      @NotNull(message = MISSING) @DeskReason @Nullable String reason) {}

  /** Body of a request that ends a mock term. */
  @Schema(name = "MockTermEnd")
  record MockTermEnd(
      @NotNull(message = MISSING) @ValidId @Nullable Long termId,
      @NotNull(message = MISSING) @DeskReason @Nullable String reason) {}

  /** The mock term, the one before, and what another would copy. */
  @Schema(name = "MockTerms")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record MockTermsView(
      @Schema(description = "Of which something is left; left out where there is none")
          @Nullable MockTermView current,
      @Schema(description = "The newest that ended; left out where none did")
          @Nullable MockTermView last,
      @Schema(description = "What a begin would copy; left out while there is a mock term")
          @Nullable NextMockTerm next) {}

  @Schema(name = "NextMockTerm")
  record NextMockTerm(long termId, String term, int students, int courses) {}

  private static final String ROLE = "begins and ends no mock term";

  private final DeskAccess access;
  private final MockTermRows rows;
  private final MockTermChanges changes;
  private final MockTermThread thread;
  private final SharedClock clock;

  MockTermController(
      DeskAccess access,
      MockTermRows rows,
      MockTermChanges changes,
      MockTermThread thread,
      SharedClock clock) {
    this.access = access;
    this.rows = rows;
    this.changes = changes;
    this.thread = thread;
    this.clock = clock;
  }

  @Operation(summary = "The mock term, with how far it is copied or taken away")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = MockTermsView.class)))
  @DeskProblems
  @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> mockTerm(HttpServletRequest http) {
    return access.reading(
        http,
        member -> {
          MockTerm current = rows.current();
          return ResponseEntity.ok(
              new MockTermsView(
                  changes.viewOrNull(current),
                  changes.viewOrNull(rows.last()),
                  current == null ? next() : null));
        });
  }

  private @Nullable NextMockTerm next() {
    CopiedTerm of = rows.copied();
    return of == null
        ? null
        : new NextMockTerm(of.termId(), of.name(), of.students(), of.courses());
  }

  @Operation(
      summary = "Begin a mock term: a copy of the newest regular term with courses",
      description =
          "Students and courses are copied in the background. Its window opens for all students"
              + " when that is done, and not before opensAt. There is one mock term at a time, so a"
              + " repeated request is answered with the one that it began.")
  @ApiResponse(
      responseCode = "202",
      description = "It is being copied",
      content = @Content(schema = @Schema(implementation = MockTermView.class)))
  @DeskChangeProblems
  @ProblemResponses(ProblemType.MOCK_TERM)
  @PostMapping(
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> begin(@Valid @RequestBody NewMockTerm request, HttpServletRequest http) {
    return access.changingAll(
        http,
        ROLE,
        member -> {
          Instant opensAt = DeskTime.parse(validated(request.opensAt));
          Instant closesAt = DeskTime.parse(validated(request.closesAt));
          if (opensAt == null || closesAt == null) {
            return ProblemType.INVALID_REQUEST.toResponse(
                FAULT.formatted(opensAt == null ? "opensAt" : "closesAt", DeskTime.RULE));
          }
          if (!opensAt.isBefore(closesAt) || !clock.now().isBefore(closesAt)) {
            return ProblemType.INVALID_REQUEST.toResponse(
                FAULT.formatted("closesAt", "must be later than opensAt, and in the future"));
          }
          return answer(
              changes.begin(opensAt, closesAt, validated(request.reason), member.actor()));
        });
  }

  @Operation(
      summary = "End the mock term: nothing of it is left",
      description =
          "Its windows close within seconds, its enrollments are dropped, and all of it is deleted"
              + " but its events. That is done in the background. A repeated request changes nothing.")
  @ApiResponse(
      responseCode = "202",
      description = "It is being taken away, or it was",
      content = @Content(schema = @Schema(implementation = MockTermView.class)))
  @DeskChangeProblems
  @ProblemResponses(ProblemType.MOCK_TERM_NOT_FOUND)
  @PostMapping(
      path = "/end",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> end(@Valid @RequestBody MockTermEnd request, HttpServletRequest http) {
    return access.changingAll(
        http,
        ROLE,
        member ->
            answer(
                changes.end(validated(request.termId), validated(request.reason), member.actor())));
  }

  private ResponseEntity<?> answer(MockTermResult result) {
    return switch (result) {
      case UnderWay(MockTermView term) -> {
        thread.wake();
        yield ResponseEntity.status(HttpStatus.ACCEPTED).body(term);
      }
      case NotPossible(ProblemType type, String detail, MockTermView current) ->
          current == null
              ? type.toResponse(detail)
              : type.toResponse(detail, Map.of("current", current));
    };
  }

  private static <T> T validated(@Nullable T value) {
    return Objects.requireNonNull(value, "validated");
  }
}
