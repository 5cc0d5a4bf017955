package io.sugang.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One simple name stands for one type of ops and lab, nested types and tests included. */
class TypeNameTests {

  @Test
  void noSimpleNameStandsForTwoTypes() {
    assertThat(
            new ClassFileImporter()
                    .importPaths(
                        Path.of("target/classes"),
                        Path.of("target/test-classes"),
                        Path.of("../ops/target/classes"),
                        Path.of("../ops/target/test-classes"))
                    .stream()
                    .filter(type -> !type.getSimpleName().isEmpty())
                    .filter(type -> !type.getSimpleName().equals("package-info"))
                    .collect(
                        Collectors.groupingBy(
                            JavaClass::getSimpleName,
                            Collectors.mapping(
                                JavaClass::getName, Collectors.toCollection(TreeSet::new)))))
        .allSatisfy((name, types) -> assertThat(types).hasSize(1));
  }
}
