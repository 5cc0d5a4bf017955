package io.sugang.rules.window;

import java.util.List;

/** Students who fit one of some rows. */
record Audience(long audienceId, String name, List<AudienceRow> rows) {
  boolean has(StudentProfile student) {
    for (AudienceRow row : rows) {
      if (row.fits(student)) {
        return true;
      }
    }
    return false;
  }

  boolean asksForPrograms() {
    return rows.stream().anyMatch(AudienceRow::asksForPrograms);
  }
}
