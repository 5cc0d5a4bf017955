package io.sugang.verifier;

import java.time.Duration;

/**
 * Pools are parts of their courses, and seats that are due were moved.
 *
 * <p>A cancel frees a seat of a merged pool at any time, and the instances move it within a second.
 * So only what every look shows until the time is over is a violation.
 */
record Pools(Sources sources, Duration timeout) implements Check {
  @Override
  public String name() {
    return "pools";
  }

  @Override
  public Finding run() throws Exception {
    var lasting = sources.snapshot().wrongPools();
    var deadline = Deadline.in(timeout);
    while (!lasting.isEmpty() && deadline.lookAgain()) {
      lasting.retainAll(sources.current().wrongPools());
    }
    if (lasting.isEmpty()) {
      return Finding.valid(
          "%,d pools are like their courses, and all seats that were due were moved"
              .formatted(sources.snapshot().pools().size()));
    }
    var wrong = new Examples();
    lasting.forEach(wrong::add);
    return Finding.violated("%,d pools or portions are wrong".formatted(wrong.count()), wrong);
  }
}
