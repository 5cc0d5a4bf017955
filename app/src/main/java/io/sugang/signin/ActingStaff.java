package io.sugang.signin;

import io.sugang.audit.Actor;

/**
 * A member of the staff for whom a request acts.
 *
 * @param role of the session, which the register may have changed since
 * @param actor the member as the audit names it
 */
public record ActingStaff(long staffId, StaffRole role, Actor actor) {}
