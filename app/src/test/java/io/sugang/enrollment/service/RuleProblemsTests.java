package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sugang.platform.problem.ProblemType;
import io.sugang.rules.plan.PlanRejection;
import io.sugang.rules.window.RegistrationRejection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleProblemsTests {
  @Test
  void areTheTypesOfAllRejectionsByRules() {
    Class<?>[] rejections =
        Stream.of(PlanRejection.class, RegistrationRejection.class)
            .flatMap(kind -> Stream.of(kind.getPermittedSubclasses()))
            .toArray(Class<?>[]::new);
    List<String> types =
        new ClassFileImporter()
            .importClasses(rejections).stream()
                .flatMap(c -> c.getFieldAccessesFromSelf().stream())
                .map(JavaFieldAccess::getTarget)
                .filter(field -> field.getOwner().isEquivalentTo(ProblemType.class))
                .map(field -> field.getName())
                .distinct()
                .toList();
    assertThat(RuleProblems.TYPES)
        .extracting(ProblemType::name)
        .containsExactlyInAnyOrderElementsOf(types);
  }
}
