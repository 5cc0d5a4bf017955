package io.sugang.registrar.instances;

import io.sugang.platform.clock.SharedClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Publishes a heartbeat of this instance at every full second of the shared clock, and the first
 * one of each minute for the day. Those of the last five minutes stay in memory, so that they are
 * there without Redis.
 */
@Component
class OwnHeartbeats implements SmartLifecycle {
  private static final Logger log = LoggerFactory.getLogger(OwnHeartbeats.class);
  private static final long PERIOD_MILLIS = 1_000;
  private static final long MINUTE_MILLIS = 60_000;
  // Stops after the port was drained, and before the connections to Redis.
  private static final int PHASE = 1_000;
  private static final String LOCAL_PORT = "local.server.port";

  private final HeartbeatStreams streams;
  private final MeterValues meters;
  private final SharedClock clock;
  private final ApplicationAvailability availability;
  private final Environment environment;
  private final Deque<Heartbeat> own = new ArrayDeque<>(); // guarded by itself
  private volatile @Nullable Thread thread;
  private volatile String name = "";
  private volatile long minute;
  private volatile long startedAt;

  OwnHeartbeats(
      HeartbeatStreams streams,
      MeterValues meters,
      SharedClock clock,
      ApplicationAvailability availability,
      Environment environment) {
    this.streams = streams;
    this.meters = meters;
    this.clock = clock;
    this.availability = availability;
    this.environment = environment;
  }

  // After the warm-up, whose answers are none.
  @EventListener(ApplicationReadyEvent.class)
  void begin() {
    Thread created = Thread.ofVirtual().name("heartbeats").unstarted(this::loop);
    thread = created;
    created.start();
  }

  /** Does nothing: the heartbeats begin when the instance is ready. */
  @Override
  public void start() {}

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @Override
  public void stop() {
    Thread running = thread;
    thread = null;
    if (running != null) {
      running.interrupt();
      publish(InstanceState.STOPPED);
    }
  }

  /** Returns the heartbeats of this instance in five minutes, oldest first. */
  List<Heartbeat> kept() {
    synchronized (own) {
      return List.copyOf(own);
    }
  }

  private void loop() {
    name = name();
    startedAt = clock.now().toEpochMilli();
    while (thread != null) {
      publish(
          availability.getReadinessState() == ReadinessState.ACCEPTING_TRAFFIC
              ? InstanceState.READY
              : InstanceState.DRAINING);
      try {
        Thread.sleep(Duration.ofMillis(PERIOD_MILLIS - clock.now().toEpochMilli() % PERIOD_MILLIS));
      } catch (InterruptedException stop) {
        return;
      }
    }
  }

  private String name() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      host = "instance";
    }
    return "%s:%s-%04x"
        .formatted(
            host,
            Objects.requireNonNullElse(environment.getProperty(LOCAL_PORT), "0"),
            ThreadLocalRandom.current().nextInt(1 << 16));
  }

  private void publish(InstanceState state) {
    try {
      Heartbeat heartbeat = heartbeat(state);
      synchronized (own) {
        own.addLast(heartbeat);
        long oldest = heartbeat.at() - HeartbeatStreams.KEPT.toMillis();
        while (own.getFirst().at() < oldest) {
          own.removeFirst();
        }
      }
      streams.ofSeconds().append(heartbeat);
      long current = heartbeat.at() / MINUTE_MILLIS;
      // The last one of an instance has what it answered in a part of a minute.
      if ((current != minute || state == InstanceState.STOPPED)
          && streams.ofMinutes().append(heartbeat)) {
        minute = current;
      }
    } catch (Throwable defect) {
      // Whatever it is: an exception that leaves here would end the heartbeats.
      log.error("Heartbeat not published", defect);
    }
  }

  private Heartbeat heartbeat(InstanceState state) {
    Double inUse = meters.gauge("sugang.gate.in.use");
    Double offset = meters.gauge("sugang.clock.offset");
    Double error = meters.gauge("sugang.clock.error");
    Double taken = meters.gauge("sugang.enrolled");
    Double oversold = meters.gauge("sugang.oversold.courses");
    return new Heartbeat(
        name,
        startedAt,
        clock.now().toEpochMilli(),
        state,
        inUse == null ? GateState.OFF : inUse == 1 ? GateState.IN_USE : GateState.FALLBACK,
        meters.count("sugang.ledger.available") == 1,
        meters.chosen("sugang.clock.source", "source"),
        offset == null ? 0 : millis(offset),
        error == null ? null : millis(error),
        meters.count("sugang.ledger.queue"),
        meters.count("sugang.ledger.cancels"),
        meters.count("sugang.admission.waiting"),
        meters.count("sugang.fastpath.under.way"),
        meters.counter("sugang.admission.refused"),
        taken == null ? null : taken.longValue(),
        oversold == null ? null : oversold.intValue(),
        meters.answers());
  }

  /** Returns seconds as milliseconds with three decimals. */
  private static double millis(double seconds) {
    return Math.round(seconds * 1e6) / 1e3;
  }
}
