package io.sugang.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortTests {
  private static final int MANY = 200;

  @Test
  void noneIsFoundTwice() {
    assertThat(IntStream.range(0, MANY).map(i -> FreePort.find()).boxed()).doesNotHaveDuplicates();
  }

  @Test
  void anotherJvmFindsOthers() throws Exception {
    var other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Finder.class.getName())
            .redirectErrorStream(true)
            .start();
    int theirs = Integer.parseInt(other.inputReader().readLine());
    assertThat(IntStream.range(0, MANY).map(i -> FreePort.find()).boxed()).doesNotContain(theirs);
    other.getOutputStream().close();
    assertThat(other.waitFor()).isZero();
  }

  /** Finds a port and runs until its input ends. */
  static final class Finder {
    static void main(String[] args) throws IOException {
      System.out.println(FreePort.find());
      System.out.flush();
      System.in.read();
    }
  }
}
