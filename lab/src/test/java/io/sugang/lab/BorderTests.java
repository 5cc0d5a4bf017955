package io.sugang.lab;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Borders between the packages of the tools, and between the modules that run outside of the
 * service.
 */
class BorderTests {
  // Not by the class path: other modules of the reactor are on it too.
  private static final JavaClasses TOOLS = classes("target/classes");
  private static final JavaClasses VERIFIER = classes("../verifier/target/classes");

  private static final String OWN = "io.sugang.tools..";
  private static final String JUDGE = "io.sugang.verifier..";
  // Lays the page out for NGINX.
  private static final String PAGE = "io.sugang.web..";

  private static JavaClasses classes(String folder) {
    return new ClassFileImporter().importPath(Path.of(folder));
  }

  @Test
  void packagesOfTheToolsFormNoCycles() {
    slices().matching("io.sugang.tools.(*)..").should().beFreeOfCycles().check(TOOLS);
  }

  @Test
  void toolsDependOnTheVerifierAndThePageAndOnNothingElseOfThisRepository() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.sugang..").and(not(resideInAnyPackage(OWN, JUDGE, PAGE))))
        .check(TOOLS);
  }

  @Test
  void theVerifierDependsOnNothingElseOfThisRepository() {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("io.sugang..").and(not(resideInAPackage(JUDGE))))
        .check(VERIFIER);
  }

  @Test
  void bothModulesWereRead() {
    assertThat(TOOLS.contain("io.sugang.ops.cli.Sugang")).isTrue();
    assertThat(VERIFIER.contain("io.sugang.verifier.VerifierCommand")).isTrue();
  }
}
