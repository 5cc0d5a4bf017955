package io.sugang.registrar.desk;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sugang.audit.LoggedEvent;
import io.sugang.registrar.desk.AuditNames.NamedCourse;
import io.sugang.registrar.desk.AuditNames.NamedStudent;
import io.sugang.registrar.desk.AuditNames.Names;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events in the words of people: names, numbers that they know, and what was changed. */
final class AuditWords {
  // Korea has no summer time.
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)
          .withZone(ZoneOffset.ofHours(9));
  private static final Pattern SECTION = Pattern.compile(" \\((\\d+)분반\\)$");
  private static final String COURSE = "course";
  private static final String STUDENT = "student";
  private static final String STATUS = "status";
  private static final String CAPACITY = "capacity";
  private static final String AUDIENCE = "audience";
  private static final String SEATS = "seats";

  /** Numbers for programs, and what another cell says. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "version",
          "windowId",
          "termId",
          "ofTermId",
          "audienceId",
          "enrollmentId",
          "reason",
          "endReason",
          "total");

  private final AuditLanguage language;
  private final JsonMapper json;
  private final Names names;

  AuditWords(AuditLanguage language, JsonMapper json, Names names) {
    this.language = language;
    this.json = json;
    this.names = names;
  }

  /**
   * An event in words.
   *
   * @param target empty where it is the student or the course
   * @param change empty where nothing is known of it
   */
  @Schema(name = "EventWords", description = "In the language that was asked for")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record EventWords(
      @Schema(description = "In Korea", example = "2027-03-02 10:00:05") String at,
      @Schema(example = "교무처 최수연") String actor,
      @Schema(example = "정원 변경") String action,
      @Schema(example = "신청기간 3") String target,
      @Nullable String studentNumber,
      @Nullable String student,
      @Schema(description = "Code and section", example = "4190.101-001")
          @Nullable String courseCode,
      @Schema(example = "알고리즘 (01)") @Nullable String course,
      @Schema(example = "처리됨") String outcome,
      @Schema(example = "정원 50 → 55") String change) {}

  EventWords of(LoggedEvent event) {
    NamedStudent student =
        event.studentId() == null ? null : names.students().get(event.studentId());
    NamedCourse course = event.courseId() == null ? null : names.courses().get(event.courseId());
    return new EventWords(
        TIME.format(event.at()),
        actor(event.actor()),
        language.word("action", event.action()),
        target(event),
        student == null ? null : student.number(),
        student == null ? null : student.name(),
        course == null ? null : course.code(),
        course == null ? null : SECTION.matcher(course.title()).replaceFirst(" ($1)"),
        outcome(event.outcome()),
        change(event.detail()));
  }

  private String actor(String text) {
    AuditActor actor = AuditActor.of(text);
    String role = language.word("actor", actor.role());
    Long id = actor.id();
    if (id == null) {
      return role;
    }
    if (actor.studentId() != null) {
      NamedStudent student = names.students().get(id);
      return student == null
          ? role + " " + id
          : "%s %s %s".formatted(role, student.number(), student.name());
    }
    String name = actor.staffId() == null ? null : names.staff().get(id);
    return role + " " + (name == null ? id : name);
  }

  private String target(LoggedEvent event) {
    int colon = event.target().indexOf(':');
    if (colon < 0) {
      return event.target();
    }
    String kind = event.target().substring(0, colon);
    String id = event.target().substring(colon + 1);
    boolean said =
        kind.equals(STUDENT)
                && event.studentId() != null
                && names.students().containsKey(event.studentId())
            || kind.equals(COURSE)
                && event.courseId() != null
                && names.courses().containsKey(event.courseId());
    return said ? "" : language.word("target", kind) + " " + id;
  }

  private String outcome(String outcome) {
    return language.has("outcome", outcome)
        ? language.word("outcome", outcome)
        : "%s: %s".formatted(language.word("outcome", "other"), outcome);
  }

  // ---- What was changed

  private String change(@Nullable String detail) {
    if (detail == null) {
      return "";
    }
    JsonNode values;
    try {
      values = json.readTree(detail);
    } catch (JacksonException notJson) {
      return detail;
    }
    JsonNode before = values.path("before");
    JsonNode after = values.path("after");
    if (!before.isObject() && !after.isObject()) {
      return "";
    }
    Map<String, @Nullable String> old = fields(before);
    Map<String, @Nullable String> now = fields(after);
    return Stream.concat(old.keySet().stream(), now.keySet().stream())
        .distinct()
        .map(name -> step(name, old.get(name), now.get(name), before.isObject(), after.isObject()))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private String step(
      String name, @Nullable String old, @Nullable String now, boolean had, boolean has) {
    if (had && has) {
      return Objects.equals(old, now)
          ? ""
          : old == null
              ? "%s %s".formatted(name, now)
              : "%s %s → %s".formatted(name, old, none(now));
    }
    String only = had ? old : now;
    return only == null ? "" : "%s %s".formatted(name, only);
  }

  private String none(@Nullable String value) {
    return value == null ? language.word("word", "none") : value;
  }

  /** Returns the values by the words for their names. */
  private Map<String, @Nullable String> fields(JsonNode of) {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    of.propertyStream()
        .filter(field -> !LEFT_OUT.contains(field.getKey()))
        .forEach(field -> {
          if (field.getKey().equals(SEATS) && field.getValue().isArray()) {
            field.getValue().forEach(seats -> seats(seats, fields));
          } else {
            fields.put(
                language.word("field", field.getKey()), value(field.getKey(), field.getValue()));
          }
        });
    return fields;
  }

  /** The seats of a course itself, or those of an audience. */
  private void seats(JsonNode seats, Map<String, @Nullable String> fields) {
    JsonNode audience = seats.path(AUDIENCE);
    String capacity = language.word("field", CAPACITY);
    fields.put(
        audience.isString() ? "%s(%s)".formatted(capacity, audience.asString()) : capacity,
        value(CAPACITY, seats.path(CAPACITY)));
  }

  private @Nullable String value(String name, JsonNode value) {
    if (value.isNull() || value.isMissingNode()) {
      return name.equals(AUDIENCE) ? language.word("word", "everyone") : null;
    }
    if (value.isArray()) {
      List<String> words = new ArrayList<>();
      value.forEach(
          one -> words.add(one.isString() ? language.word(name, one.asString()) : one.toString()));
      return String.join("·", words);
    }
    return value.isString() ? text(name, value.asString()) : value.toString();
  }

  private String text(String name, String text) {
    switch (name) {
      case "term", "name", "ofTerm" -> {
        return language.term(text);
      }
      case "phase" -> {
        return language.word("phase", text);
      }
      case "lifts" -> {
        return Stream.of(text.split(","))
            .map(lift -> language.word("lifts", lift.strip()))
            .collect(Collectors.joining("·"));
      }
      case STATUS -> {
        return language.has(STATUS, text)
            ? language.word(STATUS, text)
            : language.word("value", text);
      }
      case "state" -> {
        return language.word("value", text);
      }
      default -> {
        return name.endsWith("At") ? time(text) : text;
      }
    }
  }

  private static String time(String text) {
    try {
      return TIME.format(Instant.parse(text));
    } catch (DateTimeException notATime) {
      return text;
    }
  }
}
