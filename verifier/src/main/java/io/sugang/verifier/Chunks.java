package io.sugang.verifier;

import java.util.Collection;
import java.util.List;
import java.util.stream.Gatherers;

/** Cuts many ids into round trips. */
final class Chunks {
  private Chunks() {}

  static List<List<Long>> of(Collection<Long> ids) {
    return ids.stream().gather(Gatherers.windowFixed(GateState.BATCH)).toList();
  }
}
