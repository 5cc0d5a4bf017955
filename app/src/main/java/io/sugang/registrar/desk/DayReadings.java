package io.sugang.registrar.desk;

import io.sugang.catalog.course.RefreshingValue;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.problem.TemporarilyUnavailableException;
import io.sugang.registrar.desk.Day.MinuteView;
import io.sugang.registrar.instances.DayFigures;
import io.sugang.registrar.instances.DayFigures.DayReading;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** The last 24 hours, read every few seconds at most, however many desks look at them. */
@Component
class DayReadings {
  private static final Duration TTL = Duration.ofSeconds(5);

  private final DayFigures figures;
  private final SharedClock clock;
  private final RefreshingValue<Day> reading =
      new RefreshingValue<>(
          this::compute, TTL, "The day is being read. Send the request again after a second.");

  DayReadings(DayFigures figures, SharedClock clock) {
    this.figures = figures;
    this.clock = clock;
  }

  /**
   * Returns the last 24 hours.
   *
   * @throws TemporarilyUnavailableException when the first reading takes too long
   */
  Day read() {
    return reading.get();
  }

  private Day compute() {
    DayReading read = figures.read();
    return new Day(
        clock.now(),
        read.complete(),
        read.minutes().stream()
            .map(minute -> new MinuteView(minute.at(), minute.answers(), minute.taken()))
            .toList());
  }
}
