package io.sugang.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.sugang.audit.EventCursor;
import io.sugang.audit.EventFilter;
import io.sugang.audit.EventSearch;
import io.sugang.audit.EventSearch.FoundEvents;
import io.sugang.audit.LoggedEvent;
import io.sugang.clock.SharedClock;
import io.sugang.desk.AuditQuery.Parameters;
import io.sugang.id.ValidId;
import io.sugang.problem.ProblemResponses;
import io.sugang.problem.ProblemType;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/** HTTP operations that search the audit. */
@Tag(name = "desk")
@RestController
class AuditController {
  static final int MOST_LINES = 10_000;
  private static final String CSV = "text/csv";
  private static final String CSV_PATH = "/api/desk/audit.csv";
  private static final int MOST_EXAMINED = 20_000;
  private static final int MOST_EXAMINED_FOR_CSV = 200_000;
  private static final String NAME = "[A-Za-z0-9:_-]{1,64}";
  private static final String NAME_RULE =
      "must be 1 to 64 letters, digits, colons, hyphens or underscores";
  private static final String MOST_RULE = "must be from 1 to 200";
  private static final String TIME_RULE = "must have at most 40 characters";

  private final DeskAccess access;
  private final EventSearch search;
  private final SharedClock clock;
  // Each takes some megabytes.
  private final Semaphore csvs = new Semaphore(1);

  AuditController(DeskAccess access, EventSearch search, SharedClock clock) {
    this.access = access;
    this.search = search;
    this.clock = clock;
  }

  /** Some events. */
  @Schema(name = "Events")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EventPage(
      @Schema(description = "Newest first") List<EventView> events,
      @Schema(
              description =
                  "Goes on as cursor, also where there are no events; left out: the search is at its end")
          @Nullable String next,
      @Schema(description = "How far back the search came") Instant searchedTo) {}

  /** An event in the API. */
  @Schema(name = "Event")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EventView(
      long eventId,
      Instant at,
      @Schema(example = "registrar:3") String actor,
      @Schema(example = "COURSE_CAPACITY") String action,
      @Schema(example = "course:17") String target,
      @Nullable Long studentId,
      @Nullable Long courseId,
      @Nullable Long enrollmentId,
      @Schema(description = "DONE or the code of the refusal") String outcome,
      @JsonRawValue
          @Schema(types = "object", description = "Values before and after, of changes by the desk")
          @Nullable String detail,
      @Nullable String reason,
      @Schema(description = "The session as hexadecimal digits") @Nullable String session) {
    static EventView of(LoggedEvent event) {
      return new EventView(
          event.eventId(),
          event.at(),
          event.actor(),
          event.action(),
          event.target(),
          event.studentId(),
          event.courseId(),
          event.enrollmentId(),
          event.outcome(),
          event.detail(),
          event.reason(),
          AuditCsv.session(event.sessionId()));
    }
  }

  @Operation(
      summary = "Search the audit, newest first",
      description =
          "By default the last 24 hours. Events are found by their time; the other conditions are"
              + " looked for among 20,000 events at a time. So an answer may have few events, and"
              + " next goes on.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = EventPage.class)))
  @ProblemResponses({
    ProblemType.SIGN_IN_REQUIRED,
    ProblemType.NO_DESK,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(path = "/api/desk/audit", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> events(
      @RequestParam(required = false) @ValidId @Nullable Long student,
      @RequestParam(required = false) @ValidId @Nullable Long course,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String actor,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String action,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String target,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String from,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String to,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String cursor,
      @RequestParam(defaultValue = "50")
          @Min(value = 1, message = MOST_RULE)
          @Max(value = 200, message = MOST_RULE)
          int limit,
      HttpServletRequest http) {
    Parameters asked = new Parameters(student, course, actor, action, target, from, to, cursor);
    return access.reading(
        http,
        member -> {
          AuditQuery query = AuditQuery.of(asked, clock.now());
          EventFilter filter = query.filter();
          if (filter == null) {
            return ProblemType.INVALID_REQUEST.toResponse(query.fault());
          }
          FoundEvents found = search.search(filter, query.after(), limit, MOST_EXAMINED);
          EventCursor next = found.next();
          return ResponseEntity.ok(
              new EventPage(
                  found.events().stream().map(EventView::of).toList(),
                  next == null ? null : next.toString(),
                  next == null ? filter.from() : next.at()));
        });
  }

  @Operation(
      summary = "Search the audit as CSV, 10,000 lines at most",
      description =
          "The conditions are those of GET /api/desk/audit. Where more follows, the header Link"
              + " names the next part.")
  @ApiResponse(
      responseCode = "200",
      headers =
          @Header(
              name = "Link",
              description = "The next part, rel=\"next\"; missing at the end",
              schema = @Schema(type = "string")),
      content = @Content(mediaType = CSV, schema = @Schema(type = "string")))
  @ProblemResponses({
    ProblemType.SIGN_IN_REQUIRED,
    ProblemType.NO_DESK,
    ProblemType.INVALID_REQUEST,
    ProblemType.TEMPORARILY_UNAVAILABLE
  })
  @GetMapping(CSV_PATH)
  ResponseEntity<?> csv(
      @RequestParam(required = false) @ValidId @Nullable Long student,
      @RequestParam(required = false) @ValidId @Nullable Long course,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String actor,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String action,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String target,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String from,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String to,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String cursor,
      HttpServletRequest http) {
    Parameters asked = new Parameters(student, course, actor, action, target, from, to, cursor);
    return access.reading(
        http,
        member -> {
          AuditQuery query = AuditQuery.of(asked, clock.now());
          EventFilter filter = query.filter();
          if (filter == null) {
            return ProblemType.INVALID_REQUEST.toResponse(query.fault());
          }
          if (!csvs.tryAcquire()) {
            return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(
                "Another file is being made. Send the request again after a second.");
          }
          try {
            return file(
                asked,
                filter,
                search.search(filter, query.after(), MOST_LINES, MOST_EXAMINED_FOR_CSV));
          } finally {
            csvs.release();
          }
        });
  }

  private static ResponseEntity<?> file(Parameters asked, EventFilter filter, FoundEvents found) {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(new MediaType("text", "csv", StandardCharsets.UTF_8));
    headers.setContentDisposition(ContentDisposition.attachment().filename("audit.csv").build());
    EventCursor next = found.next();
    if (next != null) {
      headers.add(HttpHeaders.LINK, "<%s>; rel=\"next\"".formatted(path(asked, filter, next)));
    }
    return ResponseEntity.ok().headers(headers).body(AuditCsv.of(found.events()));
  }

  // With both ends, which the first request may have left to its time.
  private static String path(Parameters asked, EventFilter filter, EventCursor next) {
    UriComponentsBuilder path = UriComponentsBuilder.fromPath(CSV_PATH);
    add(path, "student", asked.student());
    add(path, "course", asked.course());
    add(path, "actor", asked.actor());
    add(path, "action", asked.action());
    add(path, "target", asked.target());
    add(path, "from", filter.from());
    add(path, "to", filter.to());
    add(path, "cursor", next);
    return path.encode().toUriString();
  }

  private static void add(UriComponentsBuilder path, String name, @Nullable Object value) {
    if (value != null) {
      path.queryParam(name, Objects.toString(value));
    }
  }
}
