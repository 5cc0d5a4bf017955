package io.sugang.server.tomcat;

import io.sugang.platform.problem.ProblemJson;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Error report of Tomcat as a problem detail, for requests that Tomcat itself rejects (characters
 * not allowed in a URL, broken headers). They never reach the service, and Tomcat would answer with
 * HTML. Public, because Tomcat creates it by its name.
 */
public final class TomcatProblemReport extends ErrorReportValve {
  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    AtomicBoolean writable = new AtomicBoolean();
    response.getCoyoteResponse().action(ActionCode.IS_IO_ALLOWED, writable);
    if (!writable.get()) {
      return;
    }
    try {
      ProblemJson.write(response, status);
      response.finishResponse();
    } catch (IOException | IllegalStateException gone) {
      container.getLogger().debug("No answer could be written", gone);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Installation {
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsInsteadOfHtml() {
      return factory ->
          factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
              host.setErrorReportValveClass(TomcatProblemReport.class.getName());
            }
          });
    }
  }
}
