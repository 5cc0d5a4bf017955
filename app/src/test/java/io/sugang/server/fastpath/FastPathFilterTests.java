package io.sugang.server.fastpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sugang.server.tomcat.RequestLoop;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.http.ResponseEntity;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.HandlerExceptionResolver;
import tools.jackson.databind.json.JsonMapper;

/** Requests that wait without a thread: how many there are, and their answers. */
class FastPathFilterTests {
  private static final int LIMIT = 2;
  private static final byte[] X = {'x'};

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<CompletableFuture<ResponseEntity<?>>> begun = new CopyOnWriteArrayList<>();
  private final FastPathFilter filter = filter((request, response, handler, failure) -> null);

  @Test
  void aRequestBeyondTheLimitWaitsInItsThread() throws Exception {
    List<MockHttpServletRequest> requests = new ArrayList<>();
    for (int i = 0; i < LIMIT; i++) {
      requests.add(request());
      filter.doFilter(requests.get(i), new MockHttpServletResponse(), new MockFilterChain());
    }
    assertThat(requests).allMatch(MockHttpServletRequest::isAsyncStarted);

    MockHttpServletRequest next = request();
    var response = new MockHttpServletResponse();
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                filter.doFilter(next, response, new MockFilterChain());
              } catch (Exception failure) {
                throw new AssertionError(failure);
              }
            });
    await().until(() -> begun.size() == LIMIT + 1 && thread.getState() == Thread.State.WAITING);
    assertThat(next.isAsyncStarted()).isFalse();
    answer(LIMIT);
    thread.join();
    assertThat(response.getContentAsString()).isEqualTo("x");

    answer(0);
    MockHttpServletRequest after = request();
    filter.doFilter(after, new MockHttpServletResponse(), new MockFilterChain());
    assertThat(after.isAsyncStarted()).as("one has ended").isTrue();
  }

  @Test
  void aRequestWithoutAsyncSupportWaitsInItsThreadAndTakesNoPermit() throws Exception {
    for (int i = 0; i < LIMIT + 1; i++) {
      MockHttpServletRequest request = request();
      request.setAsyncSupported(false);
      var response = new MockHttpServletResponse();
      int number = i;
      Thread thread =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  filter.doFilter(request, response, new MockFilterChain());
                } catch (Exception failure) {
                  throw new AssertionError(failure);
                }
              });
      await().until(() -> begun.size() == number + 1 || !thread.isAlive());
      answer(number);
      thread.join();
      assertThat(response.getContentAsString()).isEqualTo("x");
    }
    assertThat(meters.get("sugang.fastpath.under.way").gauge().value()).isZero();
  }

  @Test
  void anAnswerThatIsThereIsWrittenAtOnce() throws Exception {
    MockHttpServletRequest request = request();
    request.setRequestURI("/known");
    var response = new MockHttpServletResponse();
    filter.doFilter(request, response, new MockFilterChain());
    assertThat(response.getContentAsString()).isEqualTo("x");
    assertThat(request.isAsyncStarted()).isFalse();
  }

  @Test
  void aFailureThatCannotBeAnsweredIsAnErrorOfTheServer() throws Exception {
    FastPathFilter broken =
        filter((request, response, handler, failure) -> {
          throw new NoClassDefFoundError("for a test");
        });
    MockHttpServletRequest request = request();
    var response = new MockHttpServletResponse();
    broken.doFilter(request, response, new MockFilterChain());
    begun.getFirst().completeExceptionally(new IllegalStateException("for a test"));
    assertThat(response.getStatus()).isEqualTo(500);
    assertThat(request.isAsyncStarted()).as("not ended").isFalse();
  }

  private void answer(int request) {
    begun.get(request).complete(ResponseEntity.ok(X));
  }

  private static MockHttpServletRequest request() {
    var request = new MockHttpServletRequest("POST", "/wanted");
    request.setAsyncSupported(true);
    return request;
  }

  private FastPathFilter filter(HandlerExceptionResolver failures) {
    var beans = new StaticListableBeanFactory();
    beans.addBean("wanted", new Wanted());
    var properties = new FastPathProperties(true, LIMIT, FastPathProperties.InPlaceHandling.OFF);
    var connector = new LoopConnector(properties, new RequestLoop());
    var routes =
        new FastPathRoutes(beans.getBeanProvider(FastPathRoute.class), properties, connector);
    routes.afterSingletonsInstantiated();
    var writer = new ResponseWriter(JsonMapper.shared());
    return new FastPathFilter(routes, writer, failures, properties, connector, meters);
  }

  private final class Wanted implements FastPathRoute {
    @Override
    public String pathPattern() {
      return "/wanted";
    }

    @Override
    public boolean matches(String method, String path, @Nullable String contentType) {
      return true;
    }

    @Override
    public CompletionStage<ResponseEntity<?>> handle(HttpServletRequest request) {
      CompletableFuture<ResponseEntity<?>> answer = new CompletableFuture<>();
      if (request.getRequestURI().equals("/known")) {
        answer.complete(ResponseEntity.ok(X));
      }
      begun.add(answer);
      return answer;
    }
  }
}
