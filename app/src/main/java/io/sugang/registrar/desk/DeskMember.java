package io.sugang.registrar.desk;

import io.sugang.audit.Actor;
import io.sugang.signin.StaffRole;
import org.jspecify.annotations.Nullable;

/**
 * A member of the staff, as the register has it.
 *
 * @param department whose courses a member of the role DEPARTMENT may change; otherwise null
 */
public record DeskMember(
    long staffId, StaffRole role, String name, @Nullable String department, Actor actor) {

  /** Whether the member may change windows, and the courses of all departments. */
  boolean mayChangeAll() {
    return role == StaffRole.REGISTRAR;
  }

  /** Whether the member may change courses of a department. */
  boolean mayChangeCoursesOf(String ofDepartment) {
    return mayChangeAll() || role == StaffRole.DEPARTMENT && ofDepartment.equals(department);
  }
}
