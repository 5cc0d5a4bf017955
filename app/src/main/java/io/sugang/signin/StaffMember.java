package io.sugang.signin;

/**
 * A member of the staff.
 *
 * @param role one of staff
 */
record StaffMember(long id, Role role) {}
