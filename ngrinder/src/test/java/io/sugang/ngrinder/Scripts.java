package io.sugang.lab.ngrinder;

import groovy.lang.GroovyClassLoader;
import groovy.lang.GroovyObject;
import groovy.transform.TypeChecked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.customizers.ASTTransformationCustomizer;

/**
 * Compiles the script as nGrinder's worker does: GroovyScriptEngine (ngrinder-groovy/src/main/java/net/grinder/scriptengine/groovy)
 * has a GroovyClassLoader with UTF-8 parse the one file, and runs the class that parseClass returns, the first of the file.
 */
final class Scripts {
  final GroovyClassLoader loader;

  Scripts() {
    var configuration = new CompilerConfiguration();
    configuration.setSourceEncoding("UTF-8");
    // Java 8 as the oldest JDK an agent of 3.5 runs on
    configuration.setTargetBytecode(CompilerConfiguration.JDK8);
    configuration.addCompilationCustomizers(new ASTTransformationCustomizer(TypeChecked.class));
    // Groovy 3 cannot read class files of a current JDK, but can ask its classes
    configuration.setOptimizationOptions(Map.of("asmResolving", false));
    loader = new GroovyClassLoader(Scripts.class.getClassLoader(), configuration, true);
  }

  Class<?> parse() throws IOException {
    return loader.parseClass(Path.of("sugang.groovy").toFile());
  }

  /** Another class of the script, once it is parsed. */
  Class<?> other(String name) throws ClassNotFoundException {
    return loader.loadClass(name);
  }

  static Object call(Object target, String method, Object... arguments) {
    return ((GroovyObject) target).invokeMethod(method, arguments);
  }
}
