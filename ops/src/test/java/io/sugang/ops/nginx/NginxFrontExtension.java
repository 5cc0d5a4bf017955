package io.sugang.ops.nginx;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sugang.ops.local.ServerPrograms;
import io.sugang.ops.workspace.Console;
import io.sugang.ops.workspace.Workspace;
import io.sugang.servers.NginxProcess;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives a test its NGINX, ends it afterwards, and adds its log to a failure. */
final class NginxFrontExtension implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace NAMESPACE = Namespace.create(NginxFrontExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == NginxFront.class;
  }

  @Override
  public NginxFront resolveParameter(ParameterContext parameter, ExtensionContext test) {
    var nothing = new PrintStream(OutputStream.nullOutputStream());
    var workspace = new Workspace(Path.of("..").toAbsolutePath().normalize(), Map.of());
    var programs = new ServerPrograms(workspace, Console.plain(nothing, nothing));
    assumeTrue(
        NginxProcess.fetched().isPresent() || programs.nginxThere(),
        "NGINX is neither fetched nor on PATH");
    String program = NginxProcess.fetched().orElseGet(() -> programs.program("nginx"));
    return test.getStore(NAMESPACE)
        .computeIfAbsent(
            NginxFront.class, _ -> NginxFront.start(program, workspace), NginxFront.class);
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    NginxFront front = test.getStore(NAMESPACE).get(NginxFront.class, NginxFront.class);
    if (front != null) {
      test.getExecutionException()
          .ifPresent(failure ->
              failure.addSuppressed(new IllegalStateException("log of NGINX:\n" + front.log())));
    }
  }
}
