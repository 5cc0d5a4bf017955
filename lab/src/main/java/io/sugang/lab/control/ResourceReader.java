package io.sugang.lab.control;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads what instances and servers take. */
@FunctionalInterface
public interface ResourceReader {
  /**
   * Returns the figures by part and kind, like {@code app-1.rss}: rss and heap (after a full
   * collection) in MB, threads, files (open descriptors), connections, keys of Redis, open entries.
   */
  Map<String, Double> read(List<String> instances) throws IOException;
}
