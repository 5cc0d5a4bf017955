package io.sugang.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sugang.ops.local.ServerPrograms;
import io.sugang.ops.workspace.Console;
import io.sugang.servers.NginxProcess;
import java.io.OutputStream;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/** Gives all acceptance tests one campus. */
final class CampusExtension
    implements BeforeAllCallback, AfterTestExecutionCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(CampusExtension.class);

  /** The campus from the first class on that needs it; JUnit closes it at the end. */
  private static final class Shared implements AutoCloseable {
    private @Nullable Campus campus;
    // A second attempt would fail as slowly as the first.
    private @Nullable Throwable failure;

    synchronized Campus get() {
      if (failure != null) {
        throw new IllegalStateException("the instances did not start", failure);
      }
      Campus current = campus;
      if (current == null) {
        try {
          current = new Campus(program());
        } catch (TestAbortedException skipped) {
          throw skipped;
        } catch (Throwable broken) {
          failure = broken;
          throw broken;
        }
        campus = current;
      }
      return current;
    }

    @Override
    public synchronized void close() {
      if (campus != null) {
        campus.close();
      }
    }
  }

  private static String program() {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var programs = new ServerPrograms(Campus.workspace(), Console.plain(nothing, nothing));
    assumeTrue(
        NginxProcess.fetched().isPresent() || programs.nginxThere(),
        "NGINX is neither fetched nor on PATH");
    return NginxProcess.fetched().orElseGet(() -> programs.program("nginx"));
  }

  private static Shared shared(ExtensionContext test) {
    return test.getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Shared.class, _ -> new Shared(), Shared.class);
  }

  @Override
  public void beforeAll(ExtensionContext test) {
    shared(test).get();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Campus.class;
  }

  @Override
  public Campus resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return shared(test).get();
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    test.getExecutionException()
        .ifPresent(
            failure -> failure.addSuppressed(new IllegalStateException(shared(test).get().logs())));
  }
}
