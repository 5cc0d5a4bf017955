package io.sugang.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import jakarta.servlet.RequestDispatcher;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientConnectionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@ExtendWith(OutputCaptureExtension.class)
class ApiExceptionHandlerTests {
  private static final String SECRET = "secret-of-the-exception";

  @RestController
  private static final class Failing {
    private final Exception failure;

    Failing(Exception failure) {
      this.failure = failure;
    }

    @GetMapping("/fails")
    String fails() throws Exception {
      throw failure;
    }
  }

  static Stream<Exception> defects() {
    return Stream.of(
        new IllegalStateException(SECRET),
        new IOException(SECRET),
        new NullPointerException(SECRET),
        new DataIntegrityViolationException(SECRET),
        new BadSqlGrammarException(SECRET, SECRET, new SQLSyntaxErrorException(SECRET)));
  }

  @ParameterizedTest
  @MethodSource("defects")
  void defectIsLoggedOnceAndNotShown(Exception defect, CapturedOutput output) throws Exception {
    String body =
        mvc(defect)
            .perform(get("/fails"))
            .andExpect(status().isInternalServerError())
            .andExpect(content().contentType("application/problem+json"))
            .andExpect(jsonPath("$.code").value("INTERNAL_ERROR"))
            .andExpect(jsonPath("$.instance").value("/fails"))
            .andReturn()
            .getResponse()
            .getContentAsString();
    assertThat(body).doesNotContain(SECRET, "Exception", "io.sugang", "stack");
    assertThat(output)
        .containsOnlyOnce("GET /fails failed")
        .contains("at io.sugang.platform.problem.ApiExceptionHandlerTests");
  }

  static Stream<Exception> outages() {
    SQLException noConnection = new SQLTransientConnectionException(SECRET);
    return Stream.of(
        new CannotGetJdbcConnectionException(SECRET, noConnection),
        new CannotCreateTransactionException(SECRET, noConnection),
        new JpaSystemException(new RuntimeException(noConnection)),
        new DataAccessResourceFailureException(SECRET),
        new CannotAcquireLockException(SECRET),
        new TemporarilyUnavailableException("Nothing can be said.", noConnection));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void outageAsksToTryAgain(Exception outage) throws Exception {
    String body =
        mvc(outage)
            .perform(get("/fails"))
            .andExpect(status().isServiceUnavailable())
            .andExpect(header().string("Retry-After", "1"))
            .andExpect(content().contentType("application/problem+json"))
            .andExpect(jsonPath("$.code").value("TEMPORARILY_UNAVAILABLE"))
            .andReturn()
            .getResponse()
            .getContentAsString();
    assertThat(body).doesNotContain(SECRET);
  }

  @Test
  void outagesAreLoggedOnceASecondAtMost(CapturedOutput output) throws Exception {
    MockMvc mvc = mvc(new DataAccessResourceFailureException(SECRET));
    for (int i = 0; i < 20; i++) {
      mvc.perform(get("/fails"));
    }
    assertThat(output).containsOnlyOnce("Answering 503");
  }

  @Test
  void errorOutsideOfSpringMvcIsAProblemToo() throws Exception {
    MockMvcBuilders.standaloneSetup(new ProblemErrorController())
        .addPlaceholderValue("spring.web.error.path", "/error")
        .build()
        .perform(
            get("/error")
                .requestAttr(RequestDispatcher.ERROR_STATUS_CODE, 500)
                .requestAttr(RequestDispatcher.ERROR_EXCEPTION, new IllegalStateException(SECRET))
                .requestAttr(RequestDispatcher.ERROR_MESSAGE, SECRET)
                .requestAttr(RequestDispatcher.ERROR_REQUEST_URI, "/api/courses"))
        .andExpect(status().isInternalServerError())
        .andExpect(content().contentType("application/problem+json"))
        .andExpect(jsonPath("$.code").value("INTERNAL_ERROR"))
        .andExpect(jsonPath("$.instance").value("/api/courses"))
        .andExpect(result ->
            assertThat(result.getResponse().getContentAsString())
                .doesNotContain(SECRET, "Exception"));
  }

  private static MockMvc mvc(Exception failure) {
    return MockMvcBuilders.standaloneSetup(new Failing(failure))
        .setControllerAdvice(new ApiExceptionHandler())
        .build();
  }
}
