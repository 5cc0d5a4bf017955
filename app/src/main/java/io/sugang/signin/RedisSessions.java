package io.sugang.signin;

import static io.sugang.platform.redis.SharedConnection.await;

import io.lettuce.core.SetArgs;
import io.lettuce.core.StreamMessage;
import io.sugang.platform.clock.SharedClock;
import io.sugang.platform.redis.BoundedStream;
import io.sugang.platform.redis.RedisCircuit;
import io.sugang.platform.redis.SharedConnection;
import jakarta.annotation.PreDestroy;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The newest session of each student in {@code session:{<student>}}, and sign-ins and sign-outs in
 * the stream {@code sugang:sessions}, which every instance reads twice a second. A stream and not a
 * channel: an instance that starts, or lost its connection, reads what it missed. It has at most
 * about {@value #MOST_ENTRIES} entries, and ends with the last session.
 *
 * <p>Without Redis a session ends at the instance that was asked. What the others have to know
 * waits, the newest of each student, and follows when Redis is back.
 */
@Component
final class RedisSessions implements SessionRegister {
  private static final Logger log = LoggerFactory.getLogger(RedisSessions.class);
  static final String STREAM = "sugang:sessions";
  static final long READ_MILLIS = 400;
  static final int MOST_ENTRIES = 500_000;
  static final int MOST_WAITING = 50_000;
  private static final int MOST_PER_READ = 1_000;
  // Clocks of two machines differ by less.
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  private final SharedConnection connection;
  private final BoundedStream stream;
  private final EndedSessions ended;
  private final Duration longest;
  private final Clock clock;
  private final RedisCircuit circuit = new RedisCircuit("sessions");
  private final EntriesToSend entries;
  private final ScheduledExecutorService reads =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("ended-sessions").daemon().factory());
  // Of the thread that reads; null before its first read.
  private @Nullable String last;

  RedisSessions(
      LettuceConnectionFactory connections,
      EndedSessions ended,
      SignInProperties properties,
      SharedClock clock) {
    this.connection = new SharedConnection(connections);
    this.ended = ended;
    this.longest = properties.longest();
    this.clock = new SharedTime(() -> clock);
    this.stream =
        new BoundedStream(
            connections, "session-stream", STREAM, MOST_ENTRIES, longest.plus(CLOCKS));
    this.entries = new EntriesToSend(entry -> stream.append(entry.fields()), ended, MOST_WAITING);
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    reads.scheduleWithFixedDelay(this::round, 0, READ_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    reads.shutdownNow();
  }

  @Override
  public void begin(SessionToken session, String browser) {
    entries.send(SessionEntry.begun(session, browser, replaced(session)));
  }

  /** Writes the student's newest session, and returns the id of the one before it. */
  private long replaced(SessionToken session) {
    byte[] key = bytes("session:{" + session.subject() + "}");
    byte[] value = bytes(Long.toString(session.sessionId()));
    return circuit
        .<Optional<byte[]>>call(
            () ->
                Optional.ofNullable(
                    await(connection.commands().setGet(key, value, SetArgs.Builder.px(longest)))),
            Optional.empty())
        .map(RedisSessions::number)
        .orElse(SessionEntry.NONE);
  }

  @Override
  public Reach end(SessionToken session) {
    return entries.end(session, clock.millis(), longest.plus(CLOCKS).toMillis());
  }

  /** What is done twice a second. */
  private void round() {
    try {
      entries.sendWaiting();
      read();
      ended.forget(clock.millis());
    } catch (Throwable away) {
      // Whatever it is: an exception that leaves here would end the rounds.
      log.debug("Ended sessions not read: {}", away.toString());
    }
  }

  private void read() {
    List<StreamMessage<byte[], byte[]>> messages;
    do {
      String after = last == null ? clock.millis() - longest.plus(CLOCKS).toMillis() + "-0" : last;
      messages = stream.after(after, MOST_PER_READ).orElse(List.of());
      messages.forEach(this::read);
    } while (messages.size() == MOST_PER_READ);
  }

  private void read(StreamMessage<byte[], byte[]> message) {
    last = message.getId();
    try {
      SessionEntry entry = SessionEntry.of(message.getBody());
      // It would end each session of the student that begins until then.
      if (entry.latest() > clock.millis() + CLOCKS.toMillis()) {
        log.warn("An entry of {} names a time to come: {}", STREAM, message.getId());
      } else {
        entry.addTo(ended);
      }
    } catch (NumberFormatException notOurs) {
      log.warn("An entry of {} is not of this version: {}", STREAM, message.getId());
    }
  }

  private static long number(byte[] text) {
    try {
      return Long.parseLong(new String(text, StandardCharsets.UTF_8));
    } catch (NumberFormatException notOurs) {
      return SessionEntry.NONE;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
