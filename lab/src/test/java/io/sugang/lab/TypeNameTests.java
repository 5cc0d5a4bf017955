package io.sugang.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One simple name stands for one type of the module, nested types and tests included. */
class TypeNameTests {

  @Test
  void noSimpleNameStandsForTwoTypes() {
    assertThat(
            new ClassFileImporter()
                .importPackages("io.sugang.tools").stream()
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
