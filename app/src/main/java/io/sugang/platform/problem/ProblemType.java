package io.sugang.platform.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;

/**
 * The problem types of the API. {@code type} and {@code code} are stable: clients decide by them,
 * never by the words of {@code title} and {@code detail}.
 */
public enum ProblemType {
  COURSE_FULL(
      HttpStatus.CONFLICT,
      "Course full",
      "Every seat of the course was taken when the request was decided. Try again: a cancel frees a"
          + " seat."),
  ALREADY_ENROLLED(
      HttpStatus.CONFLICT,
      "Already enrolled",
      "The student already holds a seat in the course. Nothing needs to be done."),
  NOT_OPEN(
      HttpStatus.CONFLICT,
      "Not open yet",
      "The student's own window has not opened yet. opensAt says when it does, and waitMs in how many milliseconds;"
          + " without them no window is announced."),
  CLOSED(
      HttpStatus.CONFLICT,
      "Closed",
      "The student's own window is over, since closedAt. Only the registrar's desk can help."),
  COURSE_CLOSED(
      HttpStatus.CONFLICT,
      "Course closed",
      "The registrar's desk takes no more enrollments in the course. Those that there are stay. Choose another course."),
  COURSE_CANCELLED(
      HttpStatus.CONFLICT,
      "Course cancelled",
      "The course does not take place. Choose another course."),
  NOT_ELIGIBLE(
      HttpStatus.CONFLICT,
      "Not eligible",
      "The course, or every window of its term, is for other students. The detail says for whom; choose another course,"
          + " or ask the registrar's desk."),
  NOT_IN_TERM(
      HttpStatus.CONFLICT,
      "Not registered in the term",
      "The student is not registered in the term of the course. The registrar's desk registers"
          + " students in a term."),
  SAME_SUBJECT(
      HttpStatus.CONFLICT,
      "Subject already taken",
      "The plan holds a course of the same subject, or of one that counts as the same. Cancel that"
          + " course first."),
  TIME_CONFLICT(
      HttpStatus.CONFLICT,
      "Time conflict",
      "A course of the plan meets at the same time. Choose another section, or cancel that course"
          + " first."),
  CREDIT_LIMIT(
      HttpStatus.CONFLICT,
      "Credit limit reached",
      "The course has more credits than the plan has left. Cancel another course first, or choose"
          + " one with fewer credits."),
  CLASSIFICATION_LIMIT(
      HttpStatus.CONFLICT,
      "Limit of the classification reached",
      "The plan holds as many courses of the classification as the term allows. Cancel one of them first, or choose a"
          + " course of another classification."),
  RETAKE_NOT_ALLOWED(
      HttpStatus.CONFLICT,
      "Retake not allowed",
      "The student passed the subject, or one that counts as the same, with a grade that no retake improves. grade says"
          + " which, and gradeAtMost up to which one a retake is allowed. Choose another subject."),
  RETAKE_LIMIT(
      HttpStatus.CONFLICT,
      "Retake limit reached",
      "The course is a retake, and the plan or the history has as many retakes as are allowed. Cancel another retake"
          + " first, or choose a subject that was not taken yet."),
  PREREQUISITE(
      HttpStatus.CONFLICT,
      "Prerequisite missing",
      "The subject needs others that were passed in an earlier term. missing names them; take them first."),
  COREQUISITE(
      HttpStatus.CONFLICT,
      "Corequisite missing",
      "The subject needs others that were passed, or that are in the plan of the same term. missing names them; enroll"
          + " in a course of each first."),
  BASKET_FULL(
      HttpStatus.CONFLICT,
      "Basket full",
      "The basket has as many courses as a basket may have; most says how many. Remove one first."),
  BASKET_CHANGED(
      HttpStatus.CONFLICT,
      "Basket changed",
      "The courses of the request are not those of the basket, so nothing was changed. courseIds has those of the basket"
          + " in its order; order these."),
  REQUEST_IN_FLIGHT(
      HttpStatus.CONFLICT,
      "Request in flight",
      "The first request with this Idempotency-Key, or the student's bulk enrollment before, has not ended yet. Repeat the same request after"
          + " the seconds of Retry-After: it is answered with the first one's 201, or decided anew"
          + " if that was rejected."),
  IDEMPOTENCY_KEY_REUSED(
      HttpStatus.UNPROCESSABLE_CONTENT,
      "Idempotency key reused",
      "The student's Idempotency-Key belongs to a request for another course, so no seat was taken."
          + " Use a new key for every enrollment, and the same one only to repeat it."),
  STUDENT_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Student not found",
      "No student has this id. Check the id; do not repeat the request."),
  COURSE_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Course not found",
      "No course has this id. GET /api/courses lists the courses."),
  ENROLLMENT_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Enrollment not found",
      "No enrollment has this id; it may have been cancelled. GET /api/students/{id}/enrollments"
          + " lists a student's."),
  SIGN_IN_REQUIRED(
      HttpStatus.UNAUTHORIZED,
      "Sign-in required",
      "The request needs a session, and nothing was done. Sign in with POST /api/session and repeat it; a program sends"
          + " a token as Authorization: Bearer."),
  SIGN_IN_FAILED(
      HttpStatus.UNAUTHORIZED,
      "Sign-in failed",
      "The user name or the password is wrong. Check both and sign in again."),
  SIGN_IN_REFUSED(
      HttpStatus.FORBIDDEN,
      "Sign-in refused",
      "The answer of the identity provider is not accepted: the provider refused, or the answer is not of a sign-in that"
          + " this browser began in the last 10 minutes, or it is not genuine. No session began. Begin again at"
          + " /api/session/oidc."),
  NO_ACCOUNT(
      HttpStatus.FORBIDDEN,
      "No account",
      "The identity provider knows the user, and no student or member of the staff here is that user. No session began"
          + " and nothing was created. The registrar's desk registers students and staff."),
  SESSION_EXPIRED(
      HttpStatus.UNAUTHORIZED,
      "Session expired",
      "The session is over, because it was not used or lasted as long as a session may. Nothing was done. Sign in again"
          + " and repeat the request."),
  SIGNED_IN_ELSEWHERE(
      HttpStatus.UNAUTHORIZED,
      "Signed in elsewhere",
      "The user signed in again, at the time of signedInAt with the browser, and only the newest session lasts. Nothing"
          + " was done. Continue there, or sign in again here."),
  NOT_YOURS(
      HttpStatus.FORBIDDEN,
      "Not yours",
      "The user of this session may not act for the student of the request, and nothing was changed. Leave the student"
          + " out to act for oneself."),
  NO_STUDENT(
      HttpStatus.FORBIDDEN,
      "No student",
      "The operation is about the student that is signed in, and this request has no session of a student. Use the"
          + " operation that names the student."),
  NO_DESK(
      HttpStatus.FORBIDDEN,
      "Not for this account",
      "The registrar's desk is for its staff: VIEWER reads, DEPARTMENT changes courses of its department, REGISTRAR"
          + " changes all. Nothing was changed. Sign in with an account that may."),
  OVERRIDE_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Override not found",
      "No override has this id, or it is another student's. GET /api/me/overrides lists the student's overrides."),
  OVERRIDE_OPEN(
      HttpStatus.CONFLICT,
      "Override open",
      "The student has an open override for the course, or as many as are allowed. Confirm or withdraw it, or wait"
          + " for the desk."),
  OVERRIDE_STATE(
      HttpStatus.CONFLICT,
      "Override in another state",
      "The override has already been decided, confirmed or withdrawn, or has ended, and nothing was changed. state says which;"
          + " read it again."),
  OVERRIDE_EXPIRED(
      HttpStatus.CONFLICT,
      "Override expired",
      "The grant was not confirmed before expiresAt, and nothing was changed. Ask the registrar's desk again."),
  CHANGED_MEANWHILE(
      HttpStatus.CONFLICT,
      "Changed meanwhile",
      "The version in the request is not the present one, and nothing was changed. current shows the present state;"
          + " read it, and send the change again with its version if it still applies."),
  WINDOW_STATE(
      HttpStatus.CONFLICT,
      "Not possible at this time",
      "The window has opened, or is over, so this change would put existing enrollments outside their window. Nothing was"
          + " changed. The detail says what is allowed, and current shows the window."),
  COURSE_STATE(
      HttpStatus.CONFLICT,
      "Not possible in this state",
      "The course is open, closed or cancelled already, so this change is not possible. Nothing was changed; current"
          + " shows the course."),
  MOCK_TERM(
      HttpStatus.CONFLICT,
      "Not possible with a mock term",
      "There is a mock term already, or mock terms do not have what was asked for. Nothing was changed. The detail says what is possible;"
          + " current shows the mock term, where there is one already."),
  BELOW_TAKEN(
      HttpStatus.CONFLICT,
      "Below the taken seats",
      "More seats are taken than the new capacity has. Nothing was changed. Choose at least as many as taken says."),
  WINDOW_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Window not found",
      "No window has this id. GET /api/desk/windows lists them."),
  MOCK_TERM_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Mock term not found",
      "No mock term ever had this id. GET /api/desk/mock-term shows the one that there is."),
  NOTICE_NOT_FOUND(
      HttpStatus.NOT_FOUND,
      "Notice not found",
      "The student has no notice with this id. GET /api/me/notices lists them."),
  CROSS_SITE(
      HttpStatus.FORBIDDEN,
      "Cross-site request",
      "A page of another site may not change anything here, and nothing was done. A browser says by Sec-Fetch-Site or"
          + " Origin which page asks; a program sends its token as Authorization: Bearer instead of a cookie."),
  INVALID_REQUEST(
      HttpStatus.BAD_REQUEST,
      "Invalid request",
      "The request breaks the rules of the API. The detail says which one; correct it first."),
  NOT_FOUND(HttpStatus.NOT_FOUND, "Not found", "The API has no such path."),
  METHOD_NOT_ALLOWED(
      HttpStatus.METHOD_NOT_ALLOWED,
      "Method not allowed",
      "The path exists, but not with this method. The Allow header names the methods it has."),
  NOT_ACCEPTABLE(
      HttpStatus.NOT_ACCEPTABLE,
      "Not acceptable",
      "Answers are application/json; the Accept header excludes that."),
  PAYLOAD_TOO_LARGE(
      HttpStatus.CONTENT_TOO_LARGE,
      "Payload too large",
      "A request body may have 16 KB at most; a valid one needs less than 1 KB."),
  UNSUPPORTED_MEDIA_TYPE(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      "Unsupported media type",
      "Request bodies are JSON: send Content-Type: application/json."),
  TOO_MANY_REQUESTS(
      HttpStatus.TOO_MANY_REQUESTS,
      "Too many requests",
      "One client and one account may send only so many requests per second, and an account may sign in and cancel only so often."
          + " Nothing was done. Repeat it after the seconds of Retry-After, and send fewer."),
  TEMPORARILY_UNAVAILABLE(
      HttpStatus.SERVICE_UNAVAILABLE,
      "Temporarily unavailable",
      "The service cannot decide right now. Repeat the same request after the seconds of"
          + " Retry-After; repeating is safe."),
  INTERNAL_ERROR(
      HttpStatus.INTERNAL_SERVER_ERROR,
      "Internal error",
      "A defect of the service; its log holds the cause. Repeating the request is safe.");

  /** The property of a problem that names its type in one word. */
  static final String CODE = "code";

  private static final String RETRY_AFTER_SECONDS = "1";
  static final String AUTHENTICATE = "Bearer";
  private static final Map<ProblemType, HttpHeaders> HEADERS = new EnumMap<>(ProblemType.class);

  static {
    for (ProblemType type : values()) {
      HEADERS.put(type, HttpHeaders.readOnlyHttpHeaders(type.makeHeaders()));
    }
  }

  private final HttpStatus status;
  private final String title;
  private final String meaning;
  private final URI type;

  ProblemType(HttpStatus status, String title, String meaning) {
    this.status = status;
    this.title = title;
    this.meaning = meaning;
    this.type = URI.create("/problems/" + slug());
  }

  public HttpStatus status() {
    return status;
  }

  public String code() {
    return name();
  }

  public URI type() {
    return type;
  }

  /** Returns the problem with a sentence on this case: what was wrong, and what is allowed. */
  public ProblemDetail toProblemDetail(String detail) {
    return toProblemDetail(status, detail);
  }

  /** Returns the answer, with {@code Retry-After} where trying again helps. */
  public ResponseEntity<ProblemDetail> toResponse(String detail) {
    return toResponse(detail, Map.of());
  }

  /**
   * Returns the answer with further members of the problem.
   *
   * @param members texts, numbers, truth values, and lists and maps of them, by name
   */
  public ResponseEntity<ProblemDetail> toResponse(String detail, Map<String, Object> members) {
    ProblemDetail problem = toProblemDetail(detail);
    members.forEach(problem::setProperty);
    return new ResponseEntity<>(problem, headers(), status);
  }

  /**
   * Writes the answer from a filter, where no converter of Spring MVC is at hand.
   *
   * @param instance path of the request
   */
  public void write(HttpServletResponse response, String detail, String instance)
      throws IOException {
    ProblemJson.write(response, this, status.value(), detail, instance);
  }

  /**
   * Writes it as {@link #write(HttpServletResponse, String, String)} does, with more members of the
   * problem.
   *
   * @param more as {@link #toResponse(String, Map)} takes them
   */
  public void write(
      HttpServletResponse response, String detail, String instance, Map<String, Object> more)
      throws IOException {
    ProblemJson.write(response, this, status.value(), detail, instance, more);
  }

  /** Returns the problem with another status, for HTTP errors without a type of their own. */
  public ProblemDetail toProblemDetail(HttpStatusCode exactStatus, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(exactStatus, detail);
    problem.setType(type);
    problem.setTitle(title);
    problem.setProperty(CODE, code());
    return problem;
  }

  /**
   * Returns the headers of every answer of this type, read-only. Content-Type is one of them, so
   * that an error stays a problem detail for every {@code Accept}.
   */
  HttpHeaders headers() {
    return Objects.requireNonNull(HEADERS.get(this), "made for every type");
  }

  private HttpHeaders makeHeaders() {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    String seconds = retryAfter();
    if (seconds != null) {
      headers.set(HttpHeaders.RETRY_AFTER, seconds);
    }
    if (status == HttpStatus.UNAUTHORIZED) {
      headers.set(HttpHeaders.WWW_AUTHENTICATE, AUTHENTICATE);
    }
    return headers;
  }

  /** Returns the value of {@code Retry-After}; null where a retry does not help. */
  @Nullable String retryAfter() {
    return switch (this) {
      case TEMPORARILY_UNAVAILABLE, REQUEST_IN_FLIGHT, TOO_MANY_REQUESTS -> RETRY_AFTER_SECONDS;
      default -> null;
    };
  }

  String title() {
    return title;
  }

  String meaning() {
    return meaning;
  }

  final String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static ProblemType ofStatus(int status) {
    return switch (status) {
      case 401 -> SIGN_IN_REQUIRED;
      case 404 -> NOT_FOUND;
      case 405 -> METHOD_NOT_ALLOWED;
      case 406 -> NOT_ACCEPTABLE;
      case 413 -> PAYLOAD_TOO_LARGE;
      case 415 -> UNSUPPORTED_MEDIA_TYPE;
      case 429 -> TOO_MANY_REQUESTS;
      case 503 -> TEMPORARILY_UNAVAILABLE;
      // 501 and 505 blame the request: a transfer coding or HTTP version that is not served.
      case 501, 505 -> INVALID_REQUEST;
      default -> status < 500 ? INVALID_REQUEST : INTERNAL_ERROR;
    };
  }
}
