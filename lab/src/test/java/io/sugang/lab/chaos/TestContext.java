package io.sugang.lab.chaos;

import io.sugang.lab.control.Operator;
import io.sugang.lab.control.StackLink;
import io.sugang.lab.rush.Dataset;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Contexts without a stack: course 1 has two seats, and there is one instance. */
final class TestContext {
  private TestContext() {}

  static ScenarioContext of(Operator operator) {
    return new ScenarioContext(
        new StackLink(URI.create("http://127.0.0.1:1"), List.of("app-1"), Map.of(), operator, null),
        new Timeline(new PrintWriter(new StringWriter())),
        new SplittableRandom(1),
        (_, _) -> {},
        new Clients(URI.create("http://127.0.0.1:1"), new History(), "test", 0),
        new Dataset(new long[] {1}, new long[] {1}),
        new Capacities(Map.of(1L, 2)),
        1);
  }

  /** Of a run without pools and a desk. */
  static RunFacts facts() {
    return new RunFacts(
        PooledCourses.NONE, new ClosedTimes(), new EnrollmentEvents(List.of(), PooledCourses.NONE));
  }
}
