package io.sugang.verifier;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Cuts many ids into round trips. */
final class Chunks {
  private Chunks() {}

  static List<List<Long>> of(Collection<Long> ids) {
    var all = List.copyOf(ids);
    var chunks = new ArrayList<List<Long>>();
    for (int from = 0; from < all.size(); from += GateState.BATCH) {
      chunks.add(all.subList(from, Math.min(all.size(), from + GateState.BATCH)));
    }
    return chunks;
  }
}
