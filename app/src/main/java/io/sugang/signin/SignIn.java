package io.sugang.signin;

import io.sugang.signin.SessionController.Credentials;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks credentials of local accounts, and begins sessions. */
@Component
class SignIn {
  private final Sessions sessions;
  private final StudentRegister students;
  private final StaffRegister staff;
  private final @Nullable LocalAccounts accounts;

  SignIn(
      Sessions sessions,
      StudentRegister students,
      StaffRegister staff,
      SignInProperties properties) {
    this.sessions = sessions;
    this.students = students;
    this.staff = staff;
    String secret = properties.accountSecret();
    this.accounts = secret.isEmpty() ? null : new LocalAccounts(secret);
  }

  /**
   * Begins the session of an account, or returns null when name or password are wrong. The password
   * is compared first, so neither the answer nor its time tells whether an account exists.
   */
  @Nullable SessionToken begin(Credentials credentials) {
    LocalAccounts local = accounts;
    if (local == null) {
      return null;
    }
    String password = Objects.requireNonNull(credentials.password(), "validated");
    String number = credentials.studentNumber();
    if (number != null) {
      OptionalLong id =
          local.isOfStudent(number, password) ? students.studentId(number) : OptionalLong.empty();
      return id.isPresent() ? sessions.begin(Role.STUDENT, id.getAsLong()) : null;
    }
    String name = Objects.requireNonNull(credentials.staffName(), "validated");
    StaffMember member = local.isOfStaff(name, password) ? staff.find(name) : null;
    return member == null ? null : sessions.begin(member.role(), member.id());
  }
}
