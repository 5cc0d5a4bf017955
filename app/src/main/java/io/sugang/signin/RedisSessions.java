package io.sugang.signin;

import static io.sugang.redis.SharedConnection.await;

import io.lettuce.core.SetArgs;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.sugang.redis.RedisCircuit;
import io.sugang.redis.SharedConnection;
import io.sugang.signin.EndedSessions.End;
import jakarta.annotation.PreDestroy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * The newest session of each student in {@code session:{<student>}}, and the sessions that ended in
 * the stream {@code sugang:sessions}, which every instance reads twice a second. A stream and not a
 * channel: an instance that starts, or lost its connection, reads what it missed.
 *
 * <p>Without Redis the token alone decides: sessions begin and last, and an older one is not ended.
 */
@Component
final class RedisSessions implements SessionRegister {
  private static final Logger log = LoggerFactory.getLogger(RedisSessions.class);
  private static final String STREAM = "sugang:sessions";
  private static final String SESSION = "session";
  private static final String AT = "at";
  private static final String BROWSER = "browser";
  static final long READ_MILLIS = 400;
  private static final long MOST_PER_READ = 1_000;
  // Clocks of two machines differ by less.
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  private final SharedConnection connection;
  private final EndedSessions ended;
  private final Duration longest;
  private final RedisCircuit circuit = new RedisCircuit("sessions");
  private final ScheduledExecutorService reads =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("ended-sessions").daemon().factory());
  // Of the thread that reads.
  private String last;

  RedisSessions(
      LettuceConnectionFactory connections, EndedSessions ended, SignInProperties properties) {
    this.connection = new SharedConnection(connections);
    this.ended = ended;
    this.longest = properties.longest();
    this.last = idOf(System.currentTimeMillis() - longest.plus(CLOCKS).toMillis());
  }

  @EventListener(ApplicationStartedEvent.class)
  void start() {
    reads.scheduleWithFixedDelay(this::read, 0, READ_MILLIS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    reads.shutdownNow();
  }

  @Override
  public void begin(SessionToken session, String browser) {
    byte[] key = bytes("session:{" + session.subject() + "}");
    byte[] value = bytes(Long.toString(session.sessionId()));
    circuit
        .<Optional<byte[]>>call(
            () ->
                Optional.ofNullable(
                    await(connection.commands().setGet(key, value, SetArgs.Builder.px(longest)))),
            Optional.empty())
        .ifPresent(before -> publish(text(before), new End(session.signedInAt(), browser)));
  }

  @Override
  public void end(SessionToken session) {
    publish(Long.toString(session.sessionId()), new End(System.currentTimeMillis(), null));
  }

  private void publish(String sessionId, End end) {
    ended.add(Long.parseLong(sessionId), end);
    Map<byte[], byte[]> fields = new HashMap<>();
    fields.put(bytes(SESSION), bytes(sessionId));
    fields.put(bytes(AT), bytes(Long.toString(end.at())));
    String browser = end.browser();
    if (browser != null) {
      fields.put(bytes(BROWSER), bytes(browser));
    }
    XAddArgs trimmed =
        XAddArgs.Builder.minId(idOf(end.at() - longest.plus(CLOCKS).toMillis()))
            .approximateTrimming();
    circuit.call(() -> await(connection.commands().xadd(bytes(STREAM), trimmed, fields)), "");
  }

  @SuppressWarnings("unchecked") // an array of one kind of offset
  private void read() {
    try {
      List<StreamMessage<byte[], byte[]>> messages;
      do {
        messages =
            await(
                connection
                    .commands()
                    .xread(
                        XReadArgs.Builder.count(MOST_PER_READ),
                        StreamOffset.from(bytes(STREAM), last)));
        messages.forEach(this::read);
      } while (messages.size() == MOST_PER_READ);
      ended.forget(System.currentTimeMillis());
    } catch (Throwable away) {
      // Whatever it is: an exception that leaves here would end the reads.
      log.debug("Ended sessions not read: {}", away.toString());
    }
  }

  private void read(StreamMessage<byte[], byte[]> message) {
    last = message.getId();
    Map<String, String> fields = new HashMap<>();
    message.getBody().forEach((name, value) -> fields.put(text(name), text(value)));
    try {
      ended.add(
          Long.parseLong(fields.getOrDefault(SESSION, "")),
          new End(Long.parseLong(fields.getOrDefault(AT, "")), fields.get(BROWSER)));
    } catch (NumberFormatException notOurs) {
      log.warn("An entry of {} is not of this version: {}", STREAM, message.getId());
    }
  }

  private static String idOf(long millis) {
    return millis + "-0";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
