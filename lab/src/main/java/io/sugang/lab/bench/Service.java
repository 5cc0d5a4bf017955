package io.sugang.lab.bench;

import java.util.Map;

/**
 * The way in which the service is to be run.
 *
 * @param build its id; {@value #PRESENT} is built from the sources of this checkout
 * @param instances at least 1
 * @param settings for the environment of its instances
 */
record Service(String build, int instances, Map<String, String> settings) {
  static final String PRESENT = "present";

  private static final String SEAT_CONTROL = "SUGANG_SEAT_CONTROL";

  Service {
    settings = Map.copyOf(settings);
    if (!settings.containsKey(SEAT_CONTROL)) {
      // The verifier has to read the seats where they are.
      throw new IllegalArgumentException("no setting names the seat control: " + settings);
    }
  }

  String seatControl() {
    return settings.getOrDefault(SEAT_CONTROL, "");
  }
}
