package io.sugang.verifier;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Runs all checks, one after the other, and puts their findings together. */
final class Verifier {
  private final Addresses addresses;
  private final Duration timeout;
  private final @Nullable Path acks;

  Verifier(Addresses addresses, Duration timeout, @Nullable Path acks) {
    this.addresses = addresses;
    this.timeout = timeout;
    this.acks = acks;
  }

  Report run() {
    var start = System.nanoTime();
    var at = Instant.now();
    var lines = new ArrayList<Report.Line>();
    var hints = new LinkedHashSet<String>();
    try (var sources = new Sources(addresses)) {
      for (var check : checks(sources)) {
        lines.add(new Report.Line(check.name(), decide(check, hints)));
      }
    }
    return new Report(at, Duration.ofNanos(System.nanoTime() - start), lines, hints);
  }

  List<Check> checks(Sources sources) {
    var checks = new ArrayList<Check>();
    checks.add(new SeatsInMySql(sources));
    checks.add(new AnnouncedSeats(sources));
    checks.add(inRedis(new SeatsInRedis(sources, timeout)));
    checks.add(new NoDuplicate(sources));
    checks.add(new EnrolledCounter(sources));
    checks.add(new NoOrphanRows(sources));
    checks.add(new Pools(sources, timeout));
    checks.add(new Courses(sources));
    checks.add(new ArrivalStamps(sources));
    checks.add(underWindows(new WithinWindows(sources)));
    checks.add(underRules(new PlanRules(sources)));
    checks.add(underRules(new Eligibility(sources)));
    checks.add(new Overrides(sources));
    checks.add(audited(new AuditTrail(sources)));
    if (acks != null) {
      checks.add(new Acknowledged(sources, acks));
    }
    checks.add(inRedis(new NoOrphanSeats(sources)));
    // Before the roster is waited for, which gives old entries time to vanish.
    checks.add(inRedis(new PendingAge(sources)));
    checks.add(inRedis(new RedisRoster(sources, timeout)));
    return checks;
  }

  private Check inRedis(Check check) {
    return addresses.seatsInRedis()
        ? check
        : new NotInThisMode(check.name(), "SUGANG_SEAT_CONTROL=lock: Redis holds no seats");
  }

  private Check underWindows(Check check) {
    return addresses.rules()
        ? check
        : new NotInThisMode(check.name(), "SUGANG_RULES=off: windows do not count");
  }

  private Check underRules(Check check) {
    return addresses.rules()
        ? check
        : new NotInThisMode(check.name(), "SUGANG_RULES=off: plans have no rules");
  }

  private Check audited(Check check) {
    return addresses.auditTrail()
        ? check
        : new NotInThisMode(check.name(), "SUGANG_AUDIT_TRAIL=off: rows may have no events");
  }

  /** An exception is an answer too: it was not found out. */
  static Finding decide(Check check, Set<String> hints) {
    try {
      return check.run();
    } catch (Unreachable e) {
      hints.add(e.hint());
      return Finding.unknown(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Finding.unknown("interrupted");
    } catch (AckFileException e) {
      return Finding.unknown(String.valueOf(e.getMessage()));
    } catch (CompletionException e) {
      return Finding.unknown(broke(e.getCause() == null ? e : e.getCause()));
    } catch (Exception e) {
      return Finding.unknown(broke(e));
    }
  }

  private static String broke(Throwable e) {
    var message = e.getMessage();
    return "the check broke off: "
        + (message == null
            ? e.getClass().getSimpleName()
            : message.lines().findFirst().orElse(message));
  }
}
