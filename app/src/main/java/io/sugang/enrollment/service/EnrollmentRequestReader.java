package io.sugang.enrollment.service;

import io.sugang.platform.ids.Ids;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.Validator;
import org.springframework.web.bind.MethodArgumentNotValidException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reader of an enrollment's body for the fast path. It answers as {@code @Valid @RequestBody} does,
 * with the same exceptions, but without choosing a converter and making a binder for each request.
 */
@Component
final class EnrollmentRequestReader {
  // The parameter appears in logs only.
  private static final MethodParameter REQUEST =
      new MethodParameter(EnrollmentRequest.class.getDeclaredConstructors()[0], -1);

  private final ObjectReader json;
  private final Validator validator;

  EnrollmentRequestReader(JsonMapper mapper, Validator mvcValidator) {
    this.json = mapper.readerFor(EnrollmentRequest.class);
    this.validator = mvcValidator;
  }

  /**
   * Returns a body whose fields are valid.
   *
   * @throws HttpMessageNotReadableException when it is not there, or is not JSON of this kind
   * @throws MethodArgumentNotValidException when a field is not valid
   */
  EnrollmentRequest read(HttpServletRequest http) throws MethodArgumentNotValidException {
    EnrollmentRequest request = parse(http);
    Long studentId = request.studentId();
    if (studentId != null && !isValid(studentId) || !isValid(request.courseId())) {
      BeanPropertyBindingResult faults =
          new BeanPropertyBindingResult(request, "enrollmentRequest");
      validator.validate(request, faults);
      throw new MethodArgumentNotValidException(REQUEST, faults);
    }
    return request;
  }

  private static boolean isValid(@Nullable Long id) {
    return id != null && id >= Ids.MIN && id <= Ids.MAX;
  }

  private EnrollmentRequest parse(HttpServletRequest http) {
    try {
      byte[] body = body(http);
      Charset charset = charset(http.getContentType());
      EnrollmentRequest request =
          body.length == 0
              ? null
              : charset == null
                  ? json.readValue(body)
                  : json.readValue(new InputStreamReader(new ByteArrayInputStream(body), charset));
      if (request != null) {
        return request;
      }
    } catch (JacksonException | IOException unreadable) {
      throw new HttpMessageNotReadableException(
          "unreadable", unreadable, new ServletServerHttpRequest(http));
    }
    throw new HttpMessageNotReadableException("no body", new ServletServerHttpRequest(http));
  }

  private static byte[] body(HttpServletRequest http) throws IOException {
    InputStream body = http.getInputStream();
    int length = http.getContentLength();
    return length < 0 ? body.readAllBytes() : body.readNBytes(length);
  }

  /** Returns a charset that Jackson does not detect by itself; null for those of JSON. */
  private static @Nullable Charset charset(@Nullable String contentType) {
    if (contentType == null || contentType.equals(MediaType.APPLICATION_JSON_VALUE)) {
      return null;
    }
    Charset named = MediaType.parseMediaType(contentType).getCharset();
    return named == null || named.name().startsWith("UTF-") ? null : named;
  }
}
