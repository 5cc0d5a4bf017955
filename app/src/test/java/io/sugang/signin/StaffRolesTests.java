package io.sugang.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How soon a change of the staff register counts, and how often it is asked. */
class StaffRolesTests {
  private static final SessionToken SESSION = new SessionToken(Role.REGISTRAR, 9, 1, 1, 2);

  private final AtomicInteger asked = new AtomicInteger();
  private volatile @Nullable Role role = Role.REGISTRAR;
  private volatile boolean away;
  private volatile long now;
  private final StaffRoles roles = new StaffRoles(id -> register(), () -> now);

  private @Nullable Role register() {
    asked.incrementAndGet();
    if (away) {
      throw new IllegalStateException("MySQL is away");
    }
    return role;
  }

  @Test
  void theRegisterIsAskedOnceASecond() {
    for (int i = 0; i < 100; i++) {
      assertThat(roles.ask(SESSION)).isEqualTo(StaffStanding.CONFIRMED);
    }
    assertThat(asked).hasValue(1);
    role = Role.VIEWER;
    now = StaffRoles.KNOWN_NANOS - 1;
    assertThat(roles.recent(SESSION)).isEqualTo(StaffStanding.CONFIRMED);
    now = StaffRoles.KNOWN_NANOS;
    assertThat(roles.recent(SESSION)).isNull();
    assertThat(roles.ask(SESSION)).isEqualTo(StaffStanding.REMOVED);
    role = null;
    now = 2 * StaffRoles.KNOWN_NANOS;
    assertThat(roles.askAsync(SESSION).join()).isEqualTo(StaffStanding.REMOVED);
    assertThat(asked).hasValue(3);
  }

  @Test
  void withoutAnAnswerNothingIsConfirmed() {
    away = true;
    assertThat(roles.askWithPatience(SESSION)).isEqualTo(StaffStanding.UNKNOWN);
    assertThat(roles.ask(SESSION)).isEqualTo(StaffStanding.UNKNOWN);
    away = false;
    now = StaffRoles.KNOWN_NANOS;
    assertThat(roles.ask(SESSION)).isEqualTo(StaffStanding.CONFIRMED);
  }

  @Test
  void anOldAnswerDoesNotCount() {
    assertThat(roles.askWithPatience(SESSION)).isEqualTo(StaffStanding.CONFIRMED);
    role = null;
    now = StaffRoles.KNOWN_NANOS;
    assertThat(roles.askWithPatience(SESSION)).isEqualTo(StaffStanding.REMOVED);
    assertThat(asked).hasValue(2);
  }

  @Test
  void aSilentRegisterIsNotWaitedForWithoutEnd() {
    var silent = new CompletableFuture<Void>();
    var waiting =
        new StaffRoles(
            id -> {
              silent.join();
              return Role.REGISTRAR;
            },
            () -> now);
    assertThat(waiting.askWithPatience(SESSION)).isEqualTo(StaffStanding.UNKNOWN);
    silent.complete(null);
    assertThat(waiting.ask(SESSION)).isEqualTo(StaffStanding.CONFIRMED);
  }
}
