package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.sugang.audit.EventCursor;
import io.sugang.audit.EventFilter;
import io.sugang.audit.EventSearch;
import io.sugang.audit.EventSearch.FoundEvents;
import io.sugang.audit.LoggedEvent;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import io.sugang.registrar.desk.AuditQuery.Parameters;
import io.sugang.registrar.desk.AuditWords.EventWords;
import io.sugang.server.admission.Turns;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
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
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

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
  private static final String TEXT_RULE = "must have at most 64 characters";
  private static final String STUDENT_TEXT = "A student number, a name, or an id like student:4711";
  private static final String COURSE_TEXT =
      "A code with or without a section, like 4190.101-001, or an id like course:17";
  private static final String ACTOR_TEXT =
      "A name of the staff, a number or a name of a student, or an id like registrar:3";
  private static final String LANGUAGE_TEXT = "ko or en: the language of the words";
  private static final String LANGUAGES = "ko|en";
  private static final String LANGUAGE_RULE = "must be ko or en";

  private final DeskAccess access;
  private final EventSearch search;
  private final SharedClock clock;
  private final AuditSubjects subjects;
  private final AuditNames names;
  private final JsonMapper json;
  // A file takes some megabytes, and a wait holds one of the 32 threads for requests.
  private final Turns turns =
      new Turns(
          2,
          6,
          Duration.ofSeconds(3),
          failure -> false,
          "Another file for this account is being made",
          "Files for other members of the staff are being made");

  AuditController(
      DeskAccess access,
      EventSearch search,
      SharedClock clock,
      AuditSubjects subjects,
      AuditNames names,
      JsonMapper json) {
    this.access = access;
    this.search = search;
    this.clock = clock;
    this.subjects = subjects;
    this.names = names;
    this.json = json;
  }

  /** Some events. */
  @Schema(name = "Events")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EventPage(
      @Schema(description = "Newest first") List<EventView> events,
      @Schema(
              description =
                  "The cursor of the next request, also where there are no events; left out: the search is at its end")
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
      @Schema(description = "The session as hexadecimal digits") @Nullable String session,
      EventWords words) {
    static EventView of(LoggedEvent event, EventWords words) {
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
          AuditCsv.session(event.sessionId()),
          words);
    }
  }

  @Operation(
      summary = "Search the audit, newest first",
      description =
          "By default the last 24 hours. Events are found by their time; the other conditions are"
              + " checked for 20,000 events at a time. So an answer may have few events, and next"
              + " continues the search.")
  @ApiResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = EventPage.class)))
  @DeskProblems
  @ProblemResponses({ProblemType.STUDENT_NOT_FOUND, ProblemType.COURSE_NOT_FOUND})
  @GetMapping(path = "/api/desk/audit", produces = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<?> events(
      @Parameter(description = STUDENT_TEXT)
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = TEXT_RULE)
          String student,
      @Parameter(description = COURSE_TEXT)
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = TEXT_RULE)
          String course,
      @Parameter(description = ACTOR_TEXT)
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = TEXT_RULE)
          String actor,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String action,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String target,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String from,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String to,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String cursor,
      @Parameter(description = LANGUAGE_TEXT)
          @RequestParam(defaultValue = "ko")
          @Pattern(regexp = LANGUAGES, message = LANGUAGE_RULE)
          String language,
      @RequestParam(defaultValue = "50")
          @Min(value = 1, message = MOST_RULE)
          @Max(value = 200, message = MOST_RULE)
          int limit,
      HttpServletRequest http) {
    Parameters asked = new Parameters(student, course, actor, action, target, from, to, cursor);
    return access.reading(
        http,
        member -> {
          AuditQuery query = AuditQuery.of(asked, subjects, clock.now());
          EventFilter filter = query.filter();
          if (filter == null) {
            return Objects.requireNonNull(query.refusal());
          }
          FoundEvents found = search.search(filter, query.after(), limit, MOST_EXAMINED);
          ResponseEntity<ProblemDetail> unknown = query.answerTo(found);
          if (unknown != null) {
            return unknown;
          }
          EventCursor next = found.next();
          AuditWords words = words(AuditLanguage.of(language), found);
          return ResponseEntity.ok(
              new EventPage(
                  found.events().stream()
                      .map(event -> EventView.of(event, words.of(event)))
                      .toList(),
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
  @DeskProblems
  @ProblemResponses({ProblemType.STUDENT_NOT_FOUND, ProblemType.COURSE_NOT_FOUND})
  @GetMapping(CSV_PATH)
  ResponseEntity<?> csv(
      @Parameter(description = STUDENT_TEXT)
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = TEXT_RULE)
          String student,
      @Parameter(description = COURSE_TEXT)
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = TEXT_RULE)
          String course,
      @Parameter(description = ACTOR_TEXT)
          @RequestParam(defaultValue = "")
          @Size(max = 64, message = TEXT_RULE)
          String actor,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String action,
      @RequestParam(required = false) @Pattern(regexp = NAME, message = NAME_RULE)
          @Nullable String target,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String from,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String to,
      @RequestParam(defaultValue = "") @Size(max = 40, message = TIME_RULE) String cursor,
      @Parameter(description = LANGUAGE_TEXT)
          @RequestParam(defaultValue = "ko")
          @Pattern(regexp = LANGUAGES, message = LANGUAGE_RULE)
          String language,
      HttpServletRequest http) {
    Parameters asked = new Parameters(student, course, actor, action, target, from, to, cursor);
    return access.reading(
        http,
        member -> {
          AuditQuery query = AuditQuery.of(asked, subjects, clock.now());
          EventFilter filter = query.filter();
          if (filter == null) {
            return Objects.requireNonNull(query.refusal());
          }
          return turns.take(
              member.staffId(),
              () -> {
                FoundEvents found =
                    search.search(filter, query.after(), MOST_LINES, MOST_EXAMINED_FOR_CSV);
                ResponseEntity<ProblemDetail> unknown = query.answerTo(found);
                return unknown != null
                    ? unknown
                    : file(asked, filter, AuditLanguage.of(language), found);
              });
        });
  }

  private AuditWords words(AuditLanguage language, FoundEvents found) {
    return new AuditWords(language, json, names.of(found.events()));
  }

  private ResponseEntity<?> file(
      Parameters asked, EventFilter filter, AuditLanguage language, FoundEvents found) {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(new MediaType("text", "csv", StandardCharsets.UTF_8));
    headers.setContentDisposition(ContentDisposition.attachment().filename("audit.csv").build());
    EventCursor next = found.next();
    if (next != null) {
      headers.add(
          HttpHeaders.LINK, "<%s>; rel=\"next\"".formatted(path(asked, filter, language, next)));
    }
    return ResponseEntity.ok()
        .headers(headers)
        .body(AuditCsv.of(found.events(), language, words(language, found)));
  }

  // With both ends, which the first request may have left to its time.
  private static String path(
      Parameters asked, EventFilter filter, AuditLanguage language, EventCursor next) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("student", asked.student());
    values.put("course", asked.course());
    values.put("actor", asked.actor());
    values.put("action", Objects.requireNonNullElse(asked.action(), ""));
    values.put("target", Objects.requireNonNullElse(asked.target(), ""));
    values.put("from", filter.from());
    values.put("to", filter.to());
    values.put("cursor", next);
    values.put("language", language.code());
    values.values().removeIf(value -> value.toString().isEmpty());
    UriComponentsBuilder path = UriComponentsBuilder.fromPath(CSV_PATH);
    values.keySet().forEach(name -> path.queryParam(name, "{" + name + "}"));
    // A name of a person may have any character, so each value is encoded as a whole.
    return path.encode().buildAndExpand(values).toUriString();
  }
}
