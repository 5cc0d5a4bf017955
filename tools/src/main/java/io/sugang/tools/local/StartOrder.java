package io.sugang.tools.local;

import java.util.ArrayList;
import java.util.List;

/**
 * Which instances start at once. Instances that warm up share the cores with each other's
 * compilers, and one that has too little of them is not warm when its time is up.
 */
final class StartOrder {
  private StartOrder() {}

  /**
   * Returns the instances in groups, each to be started when the one before is ready.
   *
   * @param cores that the stack may use
   * @param warmUp whether the instances warm up before they are ready
   */
  static List<List<String>> groups(List<String> instances, int cores, boolean warmUp) {
    int atOnce = warmUp ? Math.max(1, cores / 2) : Math.max(1, instances.size());
    var groups = new ArrayList<List<String>>();
    for (int i = 0; i < instances.size(); i += atOnce) {
      groups.add(List.copyOf(instances.subList(i, Math.min(i + atOnce, instances.size()))));
    }
    return groups;
  }
}
