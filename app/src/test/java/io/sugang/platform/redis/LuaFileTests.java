package io.sugang.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Includes of the scripts, and the form that all scripts share. */
class LuaFileTests {
  private static final Path SCRIPTS = Path.of("../lua");

  static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.walk(SCRIPTS)) {
      return files
          .filter(file ->
              file.toString().endsWith(".lua") && !file.startsWith(SCRIPTS.resolve("include")))
          .toList();
    }
  }

  @Test
  void anIncludeStandsInThePlaceOfItsDirective() throws IOException {
    String script = Files.readString(SCRIPTS.resolve("enroll.lua"));
    String clock = Files.readString(SCRIPTS.resolve("include/clock.lua"));
    assertThat(LuaFile.read("enroll")).isEqualTo(script.replace("--#include clock\n", clock));
  }

  @Test
  void aScriptWithoutIncludesIsReadAsItIs() throws IOException {
    assertThat(LuaFile.read("student/fill_cache"))
        .isEqualTo(Files.readString(SCRIPTS.resolve("student/fill_cache.lua")));
  }

  @Test
  void anUnknownIncludeIsNamedWithItsScript() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LuaFile.read("test_unknown_include"))
        .withMessage(
            "lua/test_unknown_include.lua has the line \"--#include no_such_snippet\", but there is"
                + " no lua/include/no_such_snippet.lua.");
  }

  @Test
  void anUnknownDirectiveIsNamedWithItsScript() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LuaFile.read("test_unknown_directive"))
        .withMessage(
            "lua/test_unknown_directive.lua has the unknown directive \"--#require clock\". The"
                + " only one is \"--#include NAME\".");
  }

  @Test
  void anIncludeOfAnIncludeIsAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LuaFile.read("test_nested_include"))
        .withMessageStartingWith("lua/include/test_nested.lua has a line");
  }

  @Test
  void anUnknownScriptIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LuaFile.read("no_such_script"))
        .withMessage("There is no script lua/no_such_script.lua.");
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void theHeaderNamesEveryKeyAndArgumentByItsLocal(Path script) throws IOException {
    String text = Files.readString(script);
    String names = "(?s)(--[^\n]*\n)+--\n(-- (KEYS|ARGV)[^\n]*\n)+--\n-- Returns .*";
    assertThat(text).matches(names);
    text.lines()
        .filter(line -> line.matches("-- (KEYS|ARGV)\\[\\d] .*"))
        .forEach(line -> {
          String[] words = line.split(" +");
          assertThat(text)
              .as("%s of %s", words[2], words[1])
              .containsPattern(
                  "\nlocal [^=\n]*\\b" + words[2] + "\\b[^=\n]*= [^\n]*\\Q" + words[1] + "\\E");
        });
  }
}
