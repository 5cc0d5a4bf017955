package io.sugang.lab.loadgen;

import java.util.ArrayList;
import java.util.List;

/** The outcome of every request of a load. One thread adds; read once it is over. */
public final class Samples {
  private static final int PER_CHUNK = 1 << 15;
  private static final int FIELDS = 5;

  /**
   * A receiver of each sample. Times are microseconds since the load began; status 0 is no answer.
   */
  @FunctionalInterface
  public interface Visitor {
    void sample(int due, int sent, int end, int status, boolean expected);
  }

  // Chunks that are never copied, so that adding takes the same time always.
  private final List<int[]> chunks = new ArrayList<>();
  private int used = PER_CHUNK * FIELDS;

  /**
   * @param sent when the request began to be written; -1 when it never was
   * @param end when the last byte came, or waiting ended
   * @param expected whether it was the answer that this request should have
   */
  void add(int due, int sent, int end, int status, boolean expected) {
    if (used == PER_CHUNK * FIELDS) {
      chunks.add(new int[PER_CHUNK * FIELDS]);
      used = 0;
    }
    int[] chunk = chunks.getLast();
    chunk[used] = due;
    chunk[used + 1] = sent;
    chunk[used + 2] = end;
    chunk[used + 3] = status;
    chunk[used + 4] = expected ? 1 : 0;
    used += FIELDS;
  }

  /** Shows every sample, in no particular order. */
  public void forEach(Visitor visitor) {
    for (int c = 0; c < chunks.size(); c++) {
      int[] chunk = chunks.get(c);
      int end = c == chunks.size() - 1 ? used : chunk.length;
      for (int at = 0; at < end; at += FIELDS) {
        visitor.sample(chunk[at], chunk[at + 1], chunk[at + 2], chunk[at + 3], chunk[at + 4] == 1);
      }
    }
  }

  /** Requests, answered or not. */
  public int size() {
    return chunks.isEmpty() ? 0 : (chunks.size() - 1) * PER_CHUNK + used / FIELDS;
  }

  static Samples merged(List<Samples> parts) {
    Samples all = new Samples();
    parts.forEach(part -> part.forEach(all::add));
    return all;
  }
}
