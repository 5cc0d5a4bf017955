package io.sugang;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.modulith.core.ApplicationModules;

@Execution(ExecutionMode.CONCURRENT)
class ModularityTests {
  private static final ApplicationModules MODULES = ApplicationModules.of(SugangApplication.class);

  @Test
  void featuresUseOnlyWhatOtherFeaturesExpose() {
    MODULES.verify();
  }

  /**
   * Modulith counts a package without {@code @ApplicationModule} to the root, and checks nothing.
   */
  @Test
  void everyPackageWithClassesIsAModule() {
    var packages =
        new ClassFileImporter()
            .importPath(Path.of("target/classes")).stream()
                .filter(c -> !c.getSimpleName().equals("package-info"))
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals("io.sugang"))
                .collect(Collectors.toSet());
    assertThat(MODULES.stream().map(module -> module.getBasePackage().getName()))
        .containsExactlyInAnyOrderElementsOf(packages);
  }
}
