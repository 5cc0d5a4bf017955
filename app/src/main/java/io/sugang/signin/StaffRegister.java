package io.sugang.signin;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Finds members of the staff in MySQL. */
@Component
class StaffRegister {
  private static final String BY_NAME = "SELECT staff_id, name, role FROM staff WHERE name = ?";

  private static final String ROLE = "SELECT role FROM staff WHERE staff_id = ?";

  private final JdbcTemplate jdbc;

  StaffRegister(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Returns the one member of exactly this name; null without one, and where two have it. */
  @Nullable StaffMember find(String name) {
    List<StaffMember> found = new ArrayList<>();
    // MySQL compares without case and accents, which may be another person's name.
    jdbc.query(
        BY_NAME,
        row -> {
          if (name.equals(row.getString("name"))) {
            found.add(
                new StaffMember(row.getLong("staff_id"), Role.valueOf(row.getString("role"))));
          }
        },
        name);
    return found.size() == 1 ? found.getFirst() : null;
  }

  /**
   * Returns the role of a member; null without one.
   *
   * @throws org.springframework.dao.DataAccessException when MySQL does not answer
   */
  @Nullable Role roleOf(long staffId) {
    List<Role> roles = jdbc.query(ROLE, (row, n) -> Role.valueOf(row.getString(1)), staffId);
    return roles.isEmpty() ? null : roles.getFirst();
  }
}
