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
   * Returns the account whose password this is, or null for a wrong one. Asks neither MySQL nor
   * Redis, and remembers nothing, so a guess costs the service little.
   *
   * @return {@code student:NUMBER} or {@code staff:NAME}, in its only spelling. The account need
   *     not exist
   */
  @Nullable String provedAccount(Credentials credentials) {
    LocalAccounts local = accounts;
    if (local == null) {
      return null;
    }
    String password = Objects.requireNonNull(credentials.password(), "validated");
    String number = credentials.studentNumber();
    if (number != null) {
      return local.isOfStudent(number, password) ? "student:" + number : null;
    }
    String name = Objects.requireNonNull(credentials.staffName(), "validated");
    return local.isOfStaff(name, password) ? "staff:" + name : null;
  }

  /**
   * Begins the session of an account whose password was right, or returns null when there is no
   * such account. The password is compared first, so neither the answer nor its time tells whether
   * an account exists.
   */
  @Nullable SessionToken begin(Credentials credentials) {
    String number = credentials.studentNumber();
    if (number != null) {
      OptionalLong id = students.studentId(number);
      return id.isPresent() ? sessions.begin(Role.STUDENT, id.getAsLong()) : null;
    }
    StaffMember member = staff.find(Objects.requireNonNull(credentials.staffName(), "validated"));
    return member == null ? null : sessions.begin(member.role(), member.id());
  }
}
