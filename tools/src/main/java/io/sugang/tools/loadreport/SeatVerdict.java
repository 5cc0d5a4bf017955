package io.sugang.tools.loadreport;

import java.util.List;

/** What the verifier found after the load, as it prints it with {@code --json}. */
record SeatVerdict(String verdict, int exitStatus, List<Check> checks) {

  record Check(String name, String verdict, String finding, List<String> examples) {}
}
