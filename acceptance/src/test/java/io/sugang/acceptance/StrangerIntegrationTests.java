package io.sugang.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.http.RawHttp;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Check 4: without a session, with a bad token, and with another student's id, every operation of
 * the API answers with the right 4xx and changes nothing.
 */
@AcceptanceTest
@Isolated("compares all tables")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrangerIntegrationTests {
  private static final JsonMapper JSON = new JsonMapper();
  private final Campus campus;
  private final OwnTerm term;
  private final Student own;
  private final Student other;
  private final long held;
  private final long free;
  private final long enrollment;

  StrangerIntegrationTests(Campus campus) {
    this.campus = campus;
    term = new OwnTerm(campus).open();
    own = term.student(30);
    other = term.student(30);
    held = term.course();
    free = term.course();
    enrollment = other.enroll(held).expect("201").body().path("enrollmentId").asLong();
  }

  static Stream<Operation> operations() {
    return Operation.all().stream();
  }

  static Stream<Operation> protectedOperations() {
    return operations().filter(operation -> !operation.isPublic());
  }

  @Test
  void theDocumentHasAllOperations() {
    assertThat(Operation.all()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(operations().filter(Operation::isPublic)).hasSize(10);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void withoutASessionOnlyPublicOperationsAnswer(Operation operation) {
    Map<String, Long> before = campus.tables();
    RawHttp.Answer answer = ask(operation, "");
    if (operation.isPublic()) {
      int expected =
          switch (operation.method()) {
            case "POST" -> 400; // no credentials
            case "DELETE" -> 204;
            default -> operation.asksTheProvider() ? 404 : 200;
          };
      assertThat(answer.status()).isEqualTo(expected);
    } else {
      assertThat(answer.status()).isEqualTo(401);
      assertThat(code(answer)).isEqualTo("SIGN_IN_REQUIRED");
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }
    assertThat(campus.tables()).isEqualTo(before);
  }

  @Test
  void pageAndClockAndHealthAnswerWithoutASession() {
    for (String path : List.of("/", "/clock", "/healthz")) {
      assertThat(campus.front().get(path).statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @MethodSource("protectedOperations")
  void badTokensAreRefusedAndChangeNothing(Operation operation) {
    Map<String, Long> before = campus.tables();
    for (BadToken token : BadToken.all(own.id(), other.id())) {
      RawHttp.Answer answer = ask(operation, token.headers());
      assertThat(answer.status()).as(token.what()).isEqualTo(token.status());
      if (!token.code().isEmpty()) {
        assertThat(code(answer)).as(token.what()).isEqualTo(token.code());
      }
    }
    assertThat(campus.tables()).isEqualTo(before);
  }

  @Test
  void badTokensBeginAndEndNoSession() {
    Student inBrowser = other.signedIn("Chromium");
    Map<String, Long> before = campus.tables();
    for (BadToken token : BadToken.all(own.id(), other.id())) {
      boolean byNginx = token.code().isEmpty();
      boolean expired = token.code().equals("SESSION_EXPIRED");
      RawHttp.Answer shown = ask(new Operation("GET", "/api/session"), token.headers());
      assertThat(shown.status())
          .as(token.what())
          .isEqualTo(byNginx ? token.status() : expired ? 401 : 200);
      if (shown.status() == 200) {
        assertThat(shown.body()).as(token.what()).contains("\"signedIn\":false");
      }
      RawHttp.Answer ended = ask(new Operation("DELETE", "/api/session"), token.headers());
      assertThat(ended.status()).as(token.what()).isEqualTo(byNginx ? token.status() : 204);
      RawHttp.Answer begun = ask(new Operation("POST", "/api/session"), token.headers());
      assertThat(begun.status()).as(token.what()).isBetween(400, 499);
    }
    assertThat(campus.tables()).isEqualTo(before);
    inBrowser.get("/api/me").expect("200");
    own.get("/api/me").expect("200");
  }

  @Test
  void aCookieThatDoesNotSayItsOriginChangesNothing() {
    Map<String, Long> before = campus.tables();
    String cookie = own.signedIn("Chromium").credential() + "\r\n";
    for (Operation operation : Operation.all()) {
      if (!operation.method().equals("GET")) {
        RawHttp.Answer answer = ask(operation, "Cookie: " + cookie);
        assertThat(answer.status()).as(operation.toString()).isEqualTo(403);
        assertThat(code(answer)).isEqualTo("CROSS_SITE");
      }
    }
    assertThat(campus.tables()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("protectedOperations")
  void anotherStudentsIdIsRefusedInPathAndBody(Operation operation) {
    Map<String, Long> before = campus.tables();
    String bearer = own.header() + ": " + own.credential() + "\r\n";
    RawHttp.Answer answer = ask(operation, bearer);
    if (operation.enrolls()) {
      assertThat(answer.status()).isEqualTo(403);
      assertThat(code(answer)).isEqualTo("NOT_YOURS");
    } else if (operation.namesAStudent()) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("STUDENT_NOT_FOUND");
    } else if (operation.namesAnEnrollment()) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("ENROLLMENT_NOT_FOUND");
    } else if (operation.isOfTheDesk()) {
      assertThat(answer.status()).isEqualTo(403);
      assertThat(code(answer)).isEqualTo("NO_DESK");
    } else if (operation.namesAnOverride()) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("OVERRIDE_NOT_FOUND");
    } else if (operation.namesACourseOfTheBasket() || operation.asksForAnOverride()) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("COURSE_NOT_FOUND");
    } else if (operation.namesANotice()) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(code(answer)).isEqualTo("NOTICE_NOT_FOUND");
    } else {
      // It names no student but the one who is signed in.
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).doesNotContain("\"studentId\":" + other.id());
    }
    assertThat(campus.tables()).isEqualTo(before);
  }

  @Test
  void aStudentWhoLeftGetsNoSeat() {
    Student left = term.student(30);
    campus.jdbc().update("UPDATE student SET standing = 'LEFT' WHERE student_id = ?", left.id());
    Student gone = Student.withToken(campus.front(), campus.newIds(1), "gone");
    Map<String, Long> before = campus.tables();
    for (int turn = 0; turn <= Campus.INSTANCES; turn++) {
      Answer told = left.at(campus.door(turn)).enroll(free).expect("NOT_ELIGIBLE");
      assertThat(told.body().path("standing").asString()).isEqualTo("LEFT");
      for (Operation operation : protectedOperations().toList()) {
        RawHttp.Answer answer =
            ask(
                campus.door(turn).port(),
                operation,
                gone.header() + ": " + gone.credential() + "\r\n",
                gone.id());
        assertThat(answer.status()).as("gone: %s", operation).isLessThan(500);
        if (!operation.method().equals("GET")) {
          assertThat(answer.status())
              .as("gone: %s", operation)
              .isEqualTo(operation.isOfTheDesk() ? 403 : 404);
        }
      }
    }
    assertThat(campus.tables()).isEqualTo(before);
  }

  private RawHttp.Answer ask(Operation operation, String headers) {
    return ask(campus.front().port(), operation, headers, other.id());
  }

  private RawHttp.Answer ask(int port, Operation operation, String headers, long student) {
    String body = operation.body(student, free);
    String address = operation.address(student, enrollment, held);
    if (address.equals("/api/seats")) {
      address += "?department=" + term.departmentName().replace(" ", "%20");
    }
    String type = body.isEmpty() ? "" : "Content-Type: application/json\r\n";
    return RawHttp.ask(
        port,
        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s%sContent-Length: %d\r\n\r\n%s"
            .formatted(operation.method(), address, port, headers, type, body.length(), body));
  }

  private static String code(RawHttp.Answer answer) {
    return JSON.readTree(answer.body()).path("code").asString("");
  }
}
