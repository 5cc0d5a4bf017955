package io.sugang.verifier;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file in which the rush keeps every answer: JSON lines {@code run}, {@code from} if not all
 * students took part, {@code before}..., {@code answer}..., {@code end}. Read line by line, for it
 * has millions; only what was promised is kept.
 */
final class AckFile {
  private static final int CREATED = 201;
  private static final int FIRST_SERVER_ERROR = 500;

  private static final ObjectReader LINES =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(AckLine.class);

  private final Acknowledgements read = new Acknowledgements();
  private long number;
  private long answers;
  private boolean ended;

  private AckFile() {}

  static Acknowledgements read(Path file) throws IOException, AckFileException {
    return new AckFile().readAll(file);
  }

  private Acknowledgements readAll(Path file) throws IOException, AckFileException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        take(parse(line));
      }
    } catch (CharacterCodingException e) {
      throw wrong("is not UTF-8 text");
    }
    if (!ended) {
      throw new AckFileException(
          "%s was cut off after line %d: there is no line of type end".formatted(file, number));
    }
    return read;
  }

  private AckLine parse(String line) throws AckFileException {
    try {
      AckLine parsed = LINES.readValue(line);
      if (parsed != null) {
        return parsed;
      }
    } catch (JacksonException e) {
      // The error below names the file and line; the parser's message names only a column.
    }
    throw wrong("is not a JSON object of the expected form");
  }

  private void take(AckLine line) throws AckFileException {
    if (ended) {
      throw wrong("comes after the line of type end");
    }
    var type = String.valueOf(line.type());
    if ((number == 1) != type.equals("run")) {
      throw wrong(number == 1 ? "is not of type run" : "is a second run; use one file for each");
    }
    switch (type) {
      case "run" -> {}
      case "from" -> read.onlyFrom(need(line.studentId(), "studentId"));
      case "before" -> before(line);
      case "answer" -> answer(line);
      case "end" -> end(line);
      default -> throw wrong("has the type \"%s\"".formatted(type));
    }
  }

  private void before(AckLine line) throws AckFileException {
    var seat = seat(line);
    if (!reserved(seat)) {
      read.before(seat, need(line.enrollmentId(), "enrollmentId"));
    }
  }

  private void answer(AckLine line) throws AckFileException {
    answers++;
    var seat = seat(line);
    var status = need(line.status(), "status");
    if (reserved(seat)) {
      return;
    }
    read.asked(seat);
    if (status == CREATED) {
      var enrollmentId = line.enrollmentId();
      if (enrollmentId == null) {
        read.wonWithoutId(seat);
      } else {
        read.won(seat, enrollmentId, time(line.at(), "at"));
      }
    } else if (status == 0 || status >= FIRST_SERVER_ERROR) {
      // 503 means that the outcome may be unknown; 502 and 504 are NGINX's, which saw no answer.
      read.inDoubt(seat);
    }
  }

  private void end(AckLine line) throws AckFileException {
    ended = true;
    var expected = line.answers();
    if (expected != null && expected != answers) {
      throw wrong("speaks of %d answers, but there are %d".formatted(expected, answers));
    }
    if (Boolean.FALSE.equals(line.complete())) {
      read.brokenOff();
    }
    var endedAt = time(line.endedAt(), "endedAt");
    if (endedAt != null) {
      read.endedAt(endedAt);
    }
  }

  private @Nullable Instant time(@Nullable String text, String name) throws AckFileException {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw wrong("has an %s that is no time".formatted(name));
    }
  }

  private Seat seat(AckLine line) throws AckFileException {
    return new Seat(need(line.studentId(), "studentId"), need(line.courseId(), "courseId"));
  }

  private static boolean reserved(Seat seat) {
    return Ids.isReserved(seat.studentId()) || Ids.isReserved(seat.courseId());
  }

  private <T> T need(@Nullable T value, String name) throws AckFileException {
    if (value == null) {
      throw wrong("has no " + name);
    }
    return value;
  }

  private AckFileException wrong(String what) {
    return new AckFileException("line %d of the acknowledgements %s".formatted(number, what));
  }
}
