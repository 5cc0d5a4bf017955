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

/** Borders of the modules that run outside of the service, and between their packages. */
class BorderTests {
  // Not by the class path: other modules of the reactor are on it too.
  private static final JavaClasses LABORATORY = classes("target/classes");
  private static final JavaClasses OPERATIONS = classes("../ops/target/classes");
  private static final JavaClasses VERIFIER = classes("../verifier/target/classes");

  private static final String LAB = "io.sugang.lab..";
  private static final String OPS = "io.sugang.ops..";
  private static final String JUDGE = "io.sugang.verifier..";
  // Lays the page out for NGINX.
  private static final String PAGE = "io.sugang.web..";

  private static JavaClasses classes(String folder) {
    return new ClassFileImporter().importPath(Path.of(folder));
  }

  private static void mayUse(JavaClasses module, String... packages) {
    noClasses()
        .should()
        .dependOnClassesThat(resideInAPackage("io.sugang..").and(not(resideInAnyPackage(packages))))
        .check(module);
  }

  @Test
  void packagesFormNoCycles() {
    slices().matching("io.sugang.ops.(*)..").should().beFreeOfCycles().check(OPERATIONS);
    slices().matching("io.sugang.lab.(*)..").should().beFreeOfCycles().check(LABORATORY);
  }

  @Test
  void operationsDependOnTheVerifierAndThePageAndNotOnTheLaboratory() {
    mayUse(OPERATIONS, OPS, JUDGE, PAGE);
  }

  @Test
  void theLaboratoryDependsOnOperationsAndTheVerifier() {
    mayUse(LABORATORY, LAB, OPS, JUDGE);
  }

  @Test
  void theVerifierDependsOnNothingElseOfThisRepository() {
    mayUse(VERIFIER, JUDGE);
  }

  @Test
  void allModulesWereRead() {
    assertThat(LABORATORY.contain("io.sugang.lab.cli.LabCommands")).isTrue();
    assertThat(OPERATIONS.contain("io.sugang.ops.cli.Sugang")).isTrue();
    assertThat(VERIFIER.contain("io.sugang.verifier.VerifierCommand")).isTrue();
  }
}
