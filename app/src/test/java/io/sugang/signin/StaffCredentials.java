package io.sugang.signin;

/** Session tokens of staff and of load drivers, for tests of other features. */
public final class StaffCredentials {
  private StaffCredentials() {}

  /** Returns a token that is valid for ten minutes, for {@link StudentCredentials#KEY}. */
  public static String token(StaffRole role, long staffId) {
    return SignedIn.token(Role.valueOf(role.name()), staffId);
  }

  /** Returns the password of a local account. */
  public static String password(String name) {
    return new LocalAccounts(SignedIn.ACCOUNTS).password("staff:" + name);
  }

  /** Returns a token of a load driver. */
  public static String load() {
    return SignedIn.token(Role.LOAD, 0);
  }
}
