package io.sugang.platform.problem;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.Errors;
import org.springframework.validation.method.ParameterErrors;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/** Handler of all exceptions in Spring MVC, which answers with problem details. */
@RestControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE) // the advices of the features come first
class ApiExceptionHandler extends ResponseEntityExceptionHandler {
  private static final Logger log = LoggerFactory.getLogger(ApiExceptionHandler.class);

  private final AtomicLong unavailableLoggedAt =
      new AtomicLong(System.nanoTime() - TimeUnit.HOURS.toNanos(1));

  @ExceptionHandler(TemporarilyUnavailableException.class)
  ResponseEntity<ProblemDetail> handleUnavailable(TemporarilyUnavailableException unavailable) {
    logUnavailable(unavailable);
    return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(unavailable.detail());
  }

  @ExceptionHandler(Exception.class)
  @Nullable ResponseEntity<ProblemDetail> handleUnexpected(
      Exception unexpected, HttpServletRequest request) {
    if (Causes.include(unexpected, PayloadTooLargeException.class)) {
      return ProblemType.PAYLOAD_TOO_LARGE.toResponse(BodyLimitFilter.DETAIL);
    }
    if (Causes.include(unexpected, InvalidParameterException.class)) {
      return ProblemType.INVALID_REQUEST.toResponse(
          "The query or form is not correctly URL-encoded UTF-8.");
    }
    if (DisconnectedClientHelper.isClientDisconnectedException(unexpected)) {
      return null; // the client is gone
    }
    if (Outage.causes(unexpected)) {
      logUnavailable(unexpected);
      return ProblemType.TEMPORARILY_UNAVAILABLE.toResponse(
          "The data cannot be read right now. Please try again.");
    }
    log.error("{} {} failed", request.getMethod(), request.getRequestURI(), unexpected);
    return ProblemType.INTERNAL_ERROR.toResponse(ErrorDetail.of(500));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (Causes.include(ex, PayloadTooLargeException.class)) {
      return answer(ex, ProblemType.PAYLOAD_TOO_LARGE, BodyLimitFilter.DETAIL, request);
    }
    String detail =
        switch (ex.getCause()) {
          case JacksonIOException broken -> "The body could not be read to its end.";
          case JacksonException mistake -> JsonMistake.describe(mistake);
          case null -> "A body in JSON is required.";
          default -> "The body could not be read to its end.";
        };
    return answer(ex, ProblemType.INVALID_REQUEST, detail, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Set<String> faults = new TreeSet<>();
    addFaults(ex.getBindingResult(), faults);
    return answer(ex, ProblemType.INVALID_REQUEST, String.join(" ", faults), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
      HandlerMethodValidationException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (ex.isForReturnValue()) {
      return internal(ex, request); // our own answer is wrong, not the request
    }
    Set<String> faults = new TreeSet<>();
    for (ParameterValidationResult result : ex.getParameterValidationResults()) {
      if (result instanceof ParameterErrors body) {
        addFaults(body, faults);
      } else {
        String name = result.getMethodParameter().getParameterName();
        result
            .getResolvableErrors()
            .forEach(fault -> faults.add("'%s' %s.".formatted(name, fault.getDefaultMessage())));
      }
    }
    return answer(ex, ProblemType.INVALID_REQUEST, String.join(" ", faults), request);
  }

  private static void addFaults(Errors body, Set<String> faults) {
    body.getFieldErrors()
        .forEach(fault ->
            faults.add(
                "The field '%s' %s.".formatted(fault.getField(), fault.getDefaultMessage())));
    body.getGlobalErrors()
        .forEach(fault -> faults.add("The body " + fault.getDefaultMessage() + "."));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    String name =
        ex instanceof MethodArgumentTypeMismatchException argument
            ? argument.getName()
            : ex.getPropertyName();
    Class<?> type = ex.getRequiredType();
    String expected = JsonMistake.expected(type);
    return answer(
        ex, ProblemType.INVALID_REQUEST, "'%s' must be %s.".formatted(name, expected), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
      MissingServletRequestParameterException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(
        ex,
        ProblemType.INVALID_REQUEST,
        "'%s' is missing in the query.".formatted(ex.getParameterName()),
        request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
      HttpRequestMethodNotSupportedException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    Set<HttpMethod> supported = ex.getSupportedHttpMethods();
    String allowed =
        supported == null
            ? "none"
            : supported.stream().map(HttpMethod::name).sorted().collect(Collectors.joining(", "));
    return answer(
        ex,
        ProblemType.METHOD_NOT_ALLOWED,
        "This path does not support the method; allowed: " + allowed + ".",
        request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
      HttpMediaTypeNotSupportedException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(ex, ProblemType.UNSUPPORTED_MEDIA_TYPE, ErrorDetail.of(415), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotAcceptable(
      HttpMediaTypeNotAcceptableException ex,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(ex, ProblemType.NOT_ACCEPTABLE, ErrorDetail.of(406), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleNoHandlerFoundException(
      NoHandlerFoundException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    return answer(ex, ProblemType.NOT_FOUND, ErrorDetail.of(404), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
      NoResourceFoundException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    return answer(ex, ProblemType.NOT_FOUND, ErrorDetail.of(404), request);
  }

  /**
   * Answers exceptions without a method of their own above. The type follows the status. The text
   * of the framework is left out.
   */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception ex,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (body instanceof ProblemDetail problem && problem.getProperties() != null) {
      return super.handleExceptionInternal(ex, body, headers, status, request);
    }
    ProblemType type = ProblemType.ofStatus(status.value());
    if (type == ProblemType.INTERNAL_ERROR) {
      return internal(ex, request);
    }
    // Spring could parse the request, so the sentence on invalid HTTP would mislead.
    String detail =
        status.value() == 400
            ? "A value in the path, the query or the headers is missing or not valid."
            : ErrorDetail.of(status.value());
    HttpHeaders all = new HttpHeaders();
    all.putAll(headers);
    all.putAll(type.headers());
    ProblemDetail problem = type.toProblemDetail(status, detail);
    return super.handleExceptionInternal(ex, problem, all, status, request);
  }

  private @Nullable ResponseEntity<Object> internal(Exception ex, WebRequest request) {
    if (request instanceof ServletWebRequest web) {
      log.error("{} {} failed", web.getHttpMethod(), web.getRequest().getRequestURI(), ex);
    }
    return answer(ex, ProblemType.INTERNAL_ERROR, ErrorDetail.of(500), request);
  }

  private @Nullable ResponseEntity<Object> answer(
      Exception ex, ProblemType type, String detail, WebRequest request) {
    HttpHeaders headers = new HttpHeaders();
    if (ex instanceof ErrorResponse response) {
      headers.putAll(response.getHeaders()); // Allow, Accept
    }
    headers.putAll(type.headers());
    return super.handleExceptionInternal(
        ex, type.toProblemDetail(detail), headers, type.status(), request);
  }

  /**
   * Logs once a second at most: otherwise a dead database would write thousands of equal lines a
   * second in a rush.
   */
  private void logUnavailable(Exception cause) {
    long now = System.nanoTime();
    long last = unavailableLoggedAt.get();
    if (now - last > TimeUnit.SECONDS.toNanos(1) && unavailableLoggedAt.compareAndSet(last, now)) {
      log.warn("Answering 503 (logged once a second at most)", cause);
    }
  }
}
