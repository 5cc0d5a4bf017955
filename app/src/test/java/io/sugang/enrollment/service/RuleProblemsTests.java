package io.sugang.enrollment.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sugang.platform.problem.ProblemResponses;
import io.sugang.platform.problem.ProblemType;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleProblemsTests {
  @Test
  void documentEachTypeWithWhichARuleRejects() {
    ProblemResponses documented = RuleProblems.class.getAnnotation(ProblemResponses.class);
    List<String> answered =
        new ClassFileImporter()
            .importClasses(RegistrationProblem.class, PlanProblem.class).stream()
                .flatMap(c -> c.getFieldAccessesFromSelf().stream())
                .map(JavaFieldAccess::getTarget)
                .filter(field -> field.getOwner().isEquivalentTo(ProblemType.class))
                .map(field -> field.getName())
                .distinct()
                .toList();
    assertThat(documented.value())
        .extracting(ProblemType::name)
        .containsExactlyInAnyOrderElementsOf(answered);
  }
}
