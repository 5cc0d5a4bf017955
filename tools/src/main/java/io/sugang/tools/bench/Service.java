package io.sugang.tools.bench;

import java.util.List;

/**
 * The way in which the service is to be run.
 *
 * @param build a name that the script knows; {@value #PRESENT} is built from the sources of this
 *     checkout
 * @param instances at least 1
 * @param settings {@code NAME=VALUE} for the environment of its instances, without blanks
 */
record Service(String build, int instances, List<String> settings) {
  public static final String PRESENT = "present";

  private static final String SEAT_CONTROL = "SUGANG_SEAT_CONTROL=";

  public Service {
    settings = List.copyOf(settings);
    if (settings.stream().noneMatch(setting -> setting.startsWith(SEAT_CONTROL))) {
      // The verifier has to read the seats where they are.
      throw new IllegalArgumentException("no setting names the seat control: " + settings);
    }
  }

  String seatControl() {
    return settings.stream().filter(one -> one.startsWith(SEAT_CONTROL)).findFirst().orElseThrow();
  }
}
