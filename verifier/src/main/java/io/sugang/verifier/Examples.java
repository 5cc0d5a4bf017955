package io.sugang.verifier;

import java.util.ArrayList;
import java.util.List;

/** Counts violations and keeps the first few to show. */
final class Examples {
  private static final int SHOWN = 5;

  private final List<String> first = new ArrayList<>();
  private long count;

  void add(String example) {
    count++;
    if (first.size() < SHOWN) {
      first.add(example);
    }
  }

  boolean none() {
    return count == 0;
  }

  long count() {
    return count;
  }

  List<String> first() {
    return List.copyOf(first);
  }
}
