package io.sugang.signin;

import io.sugang.audit.Actor;
import io.sugang.audit.DeskEvent;
import io.sugang.audit.DeskEvents;
import io.sugang.platform.clock.SharedClock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The sign-ins and sign-outs of the staff in the audit: who, when, with which kind of browser, and
 * with which session. No address is kept. {@link AccountLimit} bounds their number.
 */
@Component
class SignInEvents {
  private static final Logger log = LoggerFactory.getLogger(SignInEvents.class);

  private final DeskEvents events;
  private final JsonMapper json;
  private final SharedClock clock;

  SignInEvents(JdbcTemplate jdbc, JsonMapper json, SharedClock clock) {
    this.events = new DeskEvents(jdbc);
    this.json = json;
    this.clock = clock;
  }

  /**
   * Appends the sign-in of a member of the staff; nothing for other accounts.
   *
   * @param browser kind of the browser
   * @throws DataAccessException when MySQL does not answer: then no session of the staff begins
   */
  void signedIn(SessionToken session, String browser) {
    if (session.role().isStaff()) {
      append("SIGN_IN", session, null, Map.of("browser", browser));
    }
  }

  /** Appends the sign-out of a member of the staff, unless MySQL does not answer. */
  void signedOut(SessionToken session, String browser) {
    if (!session.role().isStaff()) {
      return;
    }
    try {
      append("SIGN_OUT", session, Map.of("browser", browser), null);
    } catch (DataAccessException away) {
      // A sign-out is never refused.
      log.warn(
          "The sign-out of {} {} is not in audit_event: {}",
          session.role(),
          session.subject(),
          away.toString());
    }
  }

  private void append(
      String action, SessionToken session, @Nullable Object before, @Nullable Object after) {
    events.append(
        new DeskEvent(
            clock.now(),
            new Actor(session.role().name(), session.subject(), session.sessionId()),
            action,
            "staff:" + session.subject(),
            null,
            null,
            DeskEvent.detail(json, before, after),
            ""));
  }
}
