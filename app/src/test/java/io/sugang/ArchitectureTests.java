package io.sugang;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beAnnotatedWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import jakarta.annotation.Resource;
import jakarta.persistence.PersistenceContext;
import java.io.IOException;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.Valve;
import org.apache.coyote.ProtocolHandler;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.data.repository.Repository;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RestController;

/** Borders between the features and habits of the code that a compiler doesn't check. */
@Execution(ExecutionMode.CONCURRENT)
class ArchitectureTests {
  // Not by the class path: other modules of the reactor are on it too.
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter().importPath(Path.of("target/classes"));
  private static final JavaClasses TESTS =
      new ClassFileImporter().importPath(Path.of("target/test-classes"));

  private static final Set<String> TYPED_IDS =
      Set.of("studentId", "student", "courseId", "course", "seatsId", "seats", "poolId", "pool");

  private static final String[] REDIS = {
    "org.redisson..", "io.lettuce..", "org.springframework.data.redis.."
  };
  private static final String[] SQL = {
    "java.sql..",
    "javax.sql..",
    "org.springframework.jdbc..",
    "jakarta.persistence..",
    "org.hibernate..",
    "org.springframework.data.jpa.."
  };

  /** From the ground; the groups of a floor do not know each other. */
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of("audit", "platform"),
          Set.of("rules", "server"),
          Set.of("seats", "signin"),
          Set.of("catalog"),
          Set.of("enrollment", "startup"),
          Set.of("registrar"));

  private static String packagesOf(String group) {
    return "io.sugang." + group + "..";
  }

  /** Tests of the commands are in the modules {@code ops}, {@code lab} and {@code acceptance}. */
  @Test
  void testsOfTheServiceKnowNoCommand() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.sugang.ops..", "io.sugang.lab..")
                .and(
                    not(
                        resideInAnyPackage(
                            // Connections that a test cuts or keeps.
                            "io.sugang.lab.proxy..",
                            "io.sugang.lab.http..",
                            // Tokens that both sides make.
                            "io.sugang.ops.signin.."))))
        .check(TESTS);
  }

  @Test
  void featuresFormNoCycles() {
    slices().matching("io.sugang.(*)..").should().beFreeOfCycles().check(PRODUCTION);
    slices().matching("io.sugang.(*).(*)..").should().beFreeOfCycles().check(PRODUCTION);
  }

  @Test
  void aGroupUsesOnlyGroupsOfLowerFloors() throws IOException {
    for (int floor = 0; floor < FLOORS.size(); floor++) {
      Set<String> from =
          FLOORS.subList(floor, FLOORS.size()).stream()
              .flatMap(Set::stream)
              .collect(Collectors.toSet());
      for (String group : FLOORS.get(floor)) {
        String[] others =
            from.stream()
                .filter(other -> !other.equals(group))
                .map(ArchitectureTests::packagesOf)
                .toArray(String[]::new);
        if (others.length > 0) {
          noClasses()
              .that()
              .resideInAPackage(packagesOf(group))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(others)
              .check(PRODUCTION);
        }
      }
    }
    try (Stream<Path> folders = Files.list(Path.of("target/classes/io/sugang"))) {
      assertThat(folders.filter(Files::isDirectory).map(folder -> folder.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(FLOORS.stream().flatMap(Set::stream).toList());
    }
  }

  /** A student's id in the place of a course's, or a pool's in that of a course, would compile. */
  @Test
  void theCoreTakesTypedIds() {
    methods()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(
            "io.sugang.enrollment.service..",
            "io.sugang.enrollment.basket..",
            "io.sugang.seats..",
            "io.sugang.rules..",
            "io.sugang.registrar.override..")
        .and()
        .areDeclaredInClassesThat()
        .areNotMetaAnnotatedWith(Controller.class)
        .and()
        .areDeclaredInClassesThat()
        .areNotAssignableTo(Repository.class)
        .should(takeNoIdAsANumber())
        .check(PRODUCTION);
  }

  private static ArchCondition<JavaMethod> takeNoIdAsANumber() {
    return new ArchCondition<>("take no id of a student, a course or seats as a number") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        for (Parameter parameter : method.reflect().getParameters()) {
          if (TYPED_IDS.contains(parameter.getName())
              && Set.of(long.class, Long.class).contains(parameter.getType())) {
            events.add(
                SimpleConditionEvent.violated(
                    method, method.getFullName() + " takes a number as " + parameter.getName()));
          }
        }
      }
    };
  }

  @Test
  void theSeatsHaveNoController() {
    noClasses()
        .that()
        .resideInAPackage(packagesOf("seats"))
        .should()
        .beMetaAnnotatedWith(Controller.class)
        .check(PRODUCTION);
  }

  /** Two handlers of errors ask whether Tomcat's parser of parameters was the cause. */
  @Test
  void onlyTheServerKnowsTomcat() {
    noClasses()
        .that()
        .resideOutsideOfPackage(packagesOf("server"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "org.apache.tomcat..", "org.apache.coyote..", "org.apache.catalina..")
                .and(not(equivalentTo(InvalidParameterException.class))))
        .check(PRODUCTION);
  }

  @Test
  void theLedgerKnowsNoRedis() {
    var ledger = noClasses().that().resideInAPackage("io.sugang.seats.ledger..");
    ledger.should().dependOnClassesThat().resideInAnyPackage(REDIS).check(PRODUCTION);
    ledger
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.sugang.seats.gate..")
        .check(PRODUCTION);
  }

  @Test
  void theSeatGateKnowsNoMySql() {
    var seat = noClasses().that().resideInAPackage("io.sugang.seats.gate..");
    seat.should()
        .dependOnClassesThat(
            resideInAnyPackage(SQL).and(not(resideInAPackage("org.hibernate.validator.."))))
        .check(PRODUCTION);
    seat.should()
        .dependOnClassesThat()
        .resideInAPackage("io.sugang.seats.ledger..")
        .check(PRODUCTION);
  }

  @Test
  void controllersUseNoRepositoryOfAnotherFeature() {
    classes()
        .that()
        .areAnnotatedWith(RestController.class)
        .should(useRepositoriesOfTheirOwnFeatureOnly())
        .check(PRODUCTION);
  }

  /** What two of them need belongs to a class of its own, which a fast path can use too. */
  @Test
  void controllersUseNoOtherController() {
    classes()
        .that(describe("are controllers, or within one", c -> isController(outermost(c))))
        .should(useNoOtherController())
        .check(PRODUCTION);
  }

  @Test
  void namesSayWhatAThingIs() {
    var emptyName = noClasses().should().haveNameMatching(".*(Utils?|Impl|Manager|Helper)(\\$.*)?");
    emptyName.check(PRODUCTION);
    emptyName.check(TESTS);
    noClasses().should().resideInAnyPackage("..util..", "..common..").check(PRODUCTION);
  }

  @Test
  void aSimpleNameStandsForOneType() {
    Map<String, List<String>> byName =
        PRODUCTION.stream()
            .filter(c -> !c.isAnonymousClass() && !c.isLocalClass())
            .filter(c -> !c.getSimpleName().equals("package-info"))
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    byName.values().removeIf(types -> types.size() == 1);
    assertThat(byName).as("names of several types").isEmpty();
  }

  @Test
  void dependenciesComeThroughConstructors() {
    for (var annotation :
        Set.of(Autowired.class, Value.class, PersistenceContext.class, Resource.class)) {
      noFields().should(beAnnotatedWith(annotation)).check(PRODUCTION);
    }
  }

  /** One test sleeps in the request loop, because that has to be found. */
  @Test
  void testsAwaitAConditionInsteadOfSleeping() {
    noClasses()
        .that(not(simpleName("RequestLoopWaitsIntegrationTests")))
        .should()
        .callMethodWhere(
            describe(
                "it sleeps",
                call ->
                    call.getName().equals("sleep")
                        || call.getTargetOwner().isEquivalentTo(LockSupport.class)))
        .check(TESTS);
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(Stream.of(PRODUCTION, TESTS).flatMap(ArchitectureTests::packagesWithClasses))
        .isNotEmpty()
        .allSatisfy(checked ->
            assertThat(
                    PRODUCTION.containPackage(checked)
                            && PRODUCTION.getPackage(checked).isAnnotatedWith(NullMarked.class)
                        || TESTS.containPackage(checked)
                            && TESTS.getPackage(checked).isAnnotatedWith(NullMarked.class))
                .as("package-info.java with @NullMarked in " + checked)
                .isTrue());
  }

  @Test
  void aClassIsPublicOnlyForOtherFeatures() {
    classes()
        .that(describe("are public and at the top level", c -> c.isTopLevelClass() && isPublic(c)))
        .and(
            describe(
                "are not made from outside, by the JVM or by Tomcat",
                c ->
                    c.tryGetMethod("main", String[].class).isEmpty()
                        && !c.isAssignableTo(Valve.class)
                        && !c.isAssignableTo(ProtocolHandler.class)))
        .should(beUsedByAnotherPackage())
        .check(PRODUCTION);
  }

  private static ArchCondition<JavaClass> useRepositoriesOfTheirOwnFeatureOnly() {
    DescribedPredicate<JavaClass> repository =
        describe(
            "a repository",
            c ->
                c.isAssignableTo(Repository.class)
                    || c.isMetaAnnotatedWith(org.springframework.stereotype.Repository.class)
                    || c.getSimpleName().endsWith("Repository"));
    return new ArchCondition<>("use repositories of their own feature only") {
      @Override
      public void check(JavaClass controller, ConditionEvents events) {
        controller.getDirectDependenciesFromSelf().stream()
            .filter(d -> repository.test(d.getTargetClass()))
            .filter(d -> !d.getTargetClass().getPackage().equals(controller.getPackage()))
            .forEach(d -> events.add(SimpleConditionEvent.violated(d, d.getDescription())));
      }
    };
  }

  private static ArchCondition<JavaClass> useNoOtherController() {
    return new ArchCondition<>("use no other controller, and no type within one") {
      @Override
      public void check(JavaClass user, ConditionEvents events) {
        user.getDirectDependenciesFromSelf().stream()
            .filter(d -> {
              JavaClass used = outermost(d.getTargetClass().getBaseComponentType());
              return isController(used) && !used.equals(outermost(user));
            })
            .forEach(d -> events.add(SimpleConditionEvent.violated(d, d.getDescription())));
      }
    };
  }

  private static boolean isController(JavaClass checked) {
    return checked.isMetaAnnotatedWith(Controller.class) && !checked.isAnnotation();
  }

  private static JavaClass outermost(JavaClass checked) {
    return checked.getEnclosingClass().map(ArchitectureTests::outermost).orElse(checked);
  }

  private static ArchCondition<JavaClass> beUsedByAnotherPackage() {
    return new ArchCondition<>(
        "be used by another feature, or be part of what another feature uses") {
      @Override
      public void check(JavaClass checked, ConditionEvents events) {
        var usedElsewhere =
            checked.getDirectDependenciesToSelf().stream()
                .anyMatch(d -> !d.getOriginClass().getPackage().equals(checked.getPackage()));
        if (!usedElsewhere && !isPartOfAPublicSignature(checked)) {
          events.add(
              SimpleConditionEvent.violated(
                  checked,
                  checked.getName() + " is public, but nothing outside its package uses it"));
        }
      }
    };
  }

  private static boolean isPartOfAPublicSignature(JavaClass checked) {
    return checked.getPackage().getClasses().stream()
        .filter(ArchitectureTests::isPublic)
        .filter(c -> !c.equals(checked))
        .flatMap(c -> c.getMethods().stream())
        .filter(m -> m.getModifiers().contains(JavaModifier.PUBLIC))
        .anyMatch(m -> typesOf(m).contains(checked));
  }

  private static Set<JavaClass> typesOf(JavaMethod method) {
    return Stream.concat(Stream.of(method.getReturnType()), method.getParameterTypes().stream())
        .flatMap(type -> type.getAllInvolvedRawTypes().stream())
        .collect(Collectors.toSet());
  }

  private static boolean isPublic(JavaClass checked) {
    return checked.getModifiers().contains(JavaModifier.PUBLIC);
  }

  private static Stream<String> packagesWithClasses(JavaClasses classes) {
    return classes.stream().map(JavaClass::getPackage).map(JavaPackage::getName).distinct();
  }
}
