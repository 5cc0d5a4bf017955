package io.sugang.signin;

import io.micrometer.core.instrument.MeterRegistry;
import io.sugang.platform.problem.ProblemType;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/**
 * Limits what one account asks of this instance: sign-ins, the requests of its sessions, and the
 * cancels of a student. It counts accounts and no tokens: another spelling of a token, or a new
 * one, gives nothing more. Load drivers have no limit, because they act for all students.
 */
@Component
final class AccountLimit {
  private final CountedRates<String> signIns;
  private final CountedRates<Long> requests;
  private final CountedRates<Long> cancels;
  private final SignInLimits limits;
  private final boolean limitsRequests;

  AccountLimit(SignInLimits limits, SignInProperties properties, MeterRegistry registry) {
    this.limits = limits;
    signIns =
        new CountedRates<>(limits.betweenSignIns(), limits.signInsPerMinute(), registry, "sign_in");
    requests =
        new CountedRates<>(limits.betweenRequests(), limits.requestsAtOnce(), registry, "request");
    cancels =
        new CountedRates<>(
            SignInLimits.betweenCancels(), SignInLimits.CANCELS_AT_ONCE, registry, "cancel");
    limitsRequests = limits.limitsRequests() && properties.mode() == SignInMode.REQUIRED;
  }

  /**
   * Counts a sign-in, before MySQL and Redis are asked.
   *
   * @param account {@code student:NUMBER} or {@code staff:NAME}, which the user has proved to be
   * @return 0, or the nanoseconds after which one is allowed
   */
  long signIn(String account) {
    return signIns.take(account, 1);
  }

  /**
   * Counts what a request of a session asks for.
   *
   * @param decisions 1, or as many as the request names
   * @return 0, or the nanoseconds after which as many are allowed
   */
  long request(SessionToken session, int decisions) {
    Role role = session.role();
    if (!limitsRequests || role == Role.LOAD) {
      return 0;
    }
    // Numbers of students and of staff overlap.
    long account = session.subject() << 3 | role.code();
    return requests.take(account, decisions);
  }

  /**
   * Counts a cancel that a student asks for, before it begins. An enrollment and its cancel are two
   * events that stay in the audit, so a student who repeats both would fill it. The staff and load
   * drivers cancel for all students.
   *
   * @return 0, or the nanoseconds after which one is allowed
   */
  long cancel(SessionToken session) {
    return limitsRequests && session.role() == Role.STUDENT
        ? cancels.take(session.subject(), 1)
        : 0;
  }

  /** Returns the answer to a sign-in too many. */
  ResponseEntity<ProblemDetail> tooManySignIns(long waitNanos) {
    return tooMany(
        "This account has signed in too often: %d times at once, and then %d a minute are allowed."
                .formatted(limits.signInsPerMinute(), limits.signInsPerMinute())
            + " Sign in again after the seconds of Retry-After.",
        waitNanos);
  }

  /** Returns the answer to a request too many. */
  ResponseEntity<ProblemDetail> tooManyRequests(long waitNanos) {
    return tooMany(requestsDetail(), waitNanos);
  }

  /** Returns the answer to a cancel too many. */
  ResponseEntity<ProblemDetail> tooManyCancels(long waitNanos) {
    return tooMany(
        "This account cancels too often: %d cancels at once, and then %d a minute are allowed."
                .formatted(SignInLimits.CANCELS_AT_ONCE, SignInLimits.CANCELS_PER_MINUTE)
            + " Nothing was cancelled. Cancel again after the seconds of Retry-After.",
        waitNanos);
  }

  /** Returns what is wrong with a request too many, which is allowed again within a second. */
  String requestsDetail() {
    return "This account asks too much: %s requests a second and %d at once are allowed, and a bulk enrollment counts as many as it names courses. Nothing was done."
        .formatted(limits.requestsPerSecond(), limits.requestsAtOnce());
  }

  static ResponseEntity<ProblemDetail> tooMany(String detail, long waitNanos) {
    ResponseEntity<ProblemDetail> problem = ProblemType.TOO_MANY_REQUESTS.toResponse(detail);
    HttpHeaders headers = new HttpHeaders();
    headers.putAll(problem.getHeaders());
    headers.set(HttpHeaders.RETRY_AFTER, Long.toString(seconds(waitNanos)));
    return new ResponseEntity<>(problem.getBody(), headers, problem.getStatusCode());
  }

  private static long seconds(long nanos) {
    return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos + TimeUnit.SECONDS.toNanos(1) - 1));
  }

  /** Accounts whose sign-ins, requests or cancels are counted at this moment. */
  int size() {
    return signIns.size() + requests.size() + cancels.size();
  }
}
