package io.sugang.catalog.student;

import io.sugang.platform.ids.Ids;
import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.ActingUser;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Reads students for HTTP requests, of controllers and of fast paths. */
@Component
class StudentAnswers {
  private static final HttpHeaders JSON = json();

  private final StudentReader reader;

  StudentAnswers(StudentReader reader) {
    this.reader = reader;
  }

  /** Returns the answer about a student; to a user who may not read it, there is none. */
  ResponseEntity<?> read(long id, HttpServletRequest http) {
    return isHidden(id, ActingUser.of(http)) ? notFound(id) : found(id, reader.read(id));
  }

  /** Returns the answer about the student who is signed in. */
  ResponseEntity<?> readOwn(HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null ? user.noStudent() : read(own, http);
  }

  /** Answers as {@link #read} does, without waiting for Redis or MySQL. */
  CompletableFuture<ResponseEntity<?>> find(long id, HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    CompletableFuture<ActingUser> settled = user.settledAsync();
    return settled == null ? find(id, user) : settled.thenCompose(known -> find(id, known));
  }

  /** Answers as {@link #readOwn} does, without waiting for Redis or MySQL. */
  CompletableFuture<ResponseEntity<?>> findOwn(HttpServletRequest http) {
    ActingUser user = ActingUser.of(http);
    Long own = user.ownStudentId();
    return own == null ? CompletableFuture.completedFuture(user.noStudent()) : find(own, http);
  }

  private CompletableFuture<ResponseEntity<?>> find(long id, ActingUser user) {
    return isHidden(id, user)
        ? CompletableFuture.completedFuture(notFound(id))
        : reader.find(id).thenApply(json -> found(id, json));
  }

  private static boolean isHidden(long id, ActingUser user) {
    return Ids.isReserved(id) || !user.mayRead(id);
  }

  // The cache holds the JSON as it is sent.
  private static ResponseEntity<?> found(long id, byte @Nullable [] json) {
    return json == null ? notFound(id) : new ResponseEntity<>(json, JSON, HttpStatus.OK);
  }

  private static ResponseEntity<?> notFound(long id) {
    return ProblemType.STUDENT_NOT_FOUND.toResponse("There is no student " + id + ".");
  }

  private static HttpHeaders json() {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_JSON);
    return HttpHeaders.readOnlyHttpHeaders(headers);
  }
}
