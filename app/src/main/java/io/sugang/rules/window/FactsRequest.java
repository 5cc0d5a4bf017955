package io.sugang.rules.window;

import io.sugang.platform.ids.SeatsId;
import io.sugang.platform.ids.StudentId;
import java.util.Collection;
import java.util.List;

/** A student and courses about which a read is asked. */
record FactsRequest(StudentId studentId, Collection<SeatsId> seatsIds) {
  FactsRequest(StudentId studentId, SeatsId seatsId) {
    this(studentId, List.of(seatsId));
  }
}
