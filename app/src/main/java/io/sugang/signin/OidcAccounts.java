package io.sugang.signin;

import io.sugang.platform.problem.ProblemType;
import io.sugang.signin.OidcResult.Accepted;
import io.sugang.signin.OidcResult.NotAccepted;
import io.sugang.signin.OidcResult.TooOften;
import java.util.Collection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.ClaimAccessor;

/**
 * Finds the account of a token's user. A token with a student number is a student's. Otherwise its
 * name has to be one of the staff register, and its roles have to include the one of the register:
 * neither side alone makes a registrar.
 */
final class OidcAccounts {
  private final OidcProperties properties;
  private final Sessions sessions;
  private final StudentRegister students;
  private final StaffRegister staff;
  private final AccountLimit limit;

  OidcAccounts(
      OidcProperties properties,
      Sessions sessions,
      StudentRegister students,
      StaffRegister staff,
      AccountLimit limit) {
    this.limit = limit;
    this.properties = properties;
    this.sessions = sessions;
    this.students = students;
    this.staff = staff;
  }

  OidcResult find(ClaimAccessor token) {
    String number = text(token.getClaim(properties.studentClaim()));
    if (number != null) {
      long waitNanos = limit.signIn("student:" + number);
      if (waitNanos > 0) {
        return new TooOften(waitNanos);
      }
      OptionalLong id = students.studentId(number);
      return id.isPresent()
          ? new Accepted(sessions.begin(Role.STUDENT, id.getAsLong()))
          : refused("No student has the number in the token of the identity provider.");
    }
    Object roles = token.getClaim(properties.roleClaim());
    if (roles == null) {
      return refused("The token of the identity provider has neither a student number nor a role.");
    }
    String name = text(token.getClaim(properties.staffClaim()));
    long waitNanos = name == null ? 0 : limit.signIn("staff:" + name);
    if (waitNanos > 0) {
      return new TooOften(waitNanos);
    }
    StaffMember member = name == null ? null : staff.find(name);
    return member != null && includes(roles, member.role())
        ? new Accepted(sessions.begin(member.role(), member.id()))
        : refused(
            "No member of the staff has the name and the role in the token of the identity provider.");
  }

  private static NotAccepted refused(String detail) {
    return new NotAccepted(
        ProblemType.NO_ACCOUNT, detail + " Ask the registrar's desk to register this user.");
  }

  // A number may be one in JSON too.
  private static @Nullable String text(@Nullable Object claim) {
    String text =
        claim instanceof String || claim instanceof Long || claim instanceof Integer
            ? claim.toString().strip()
            : "";
    return text.isEmpty() ? null : text;
  }

  private static boolean includes(Object roles, Role role) {
    return roles instanceof Collection<?> several
        ? several.stream().anyMatch(one -> isNameOf(role, one))
        : isNameOf(role, roles);
  }

  private static boolean isNameOf(Role role, @Nullable Object name) {
    return name instanceof String text && text.strip().equalsIgnoreCase(role.name());
  }
}
