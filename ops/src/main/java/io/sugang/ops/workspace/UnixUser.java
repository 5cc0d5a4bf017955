package io.sugang.ops.workspace;

import com.sun.security.auth.module.UnixSystem;

/** The user that runs the command. */
public final class UnixUser {
  private UnixUser() {}

  public static long id() {
    return new UnixSystem().getUid();
  }

  /** Returns user and group as {@code chown} and Docker take them. */
  public static String idAndGroup() {
    var system = new UnixSystem();
    return system.getUid() + ":" + system.getGid();
  }

  public static boolean root() {
    return id() == 0;
  }
}
