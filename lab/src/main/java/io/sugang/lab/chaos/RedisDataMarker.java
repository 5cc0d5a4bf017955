package io.sugang.lab.chaos;

import io.sugang.lab.control.Operation.Redis;
import io.sugang.lab.control.Operator;
import java.io.IOException;

/** A key that identifies the data of Redis. It expires by itself. */
final class RedisDataMarker {
  private static final String KEY = "sugang:chaos";
  private static final int SECONDS = 900;

  private RedisDataMarker() {}

  static void put(ScenarioContext context, String value) throws IOException, Operator.Unsupported {
    String answer = context.performQuietly(set(value)).strip();
    context.requireFelt(answer.equals("OK"), "Redis does not take a key: " + answer);
  }

  /** Redis has the data in which the marker has this value, those without it for "". */
  static void expect(ScenarioContext context, String value)
      throws IOException, Operator.Unsupported {
    String found = context.performQuietly(Redis.of("GET", KEY)).strip();
    context.requireFelt(
        found.equals(value),
        "Redis has other data than it should have (marker \"%s\", not \"%s\")"
            .formatted(found, value));
  }

  /** Redis refuses to write, as its memory is used up. */
  static void expectRefused(ScenarioContext context) throws IOException, Operator.Unsupported {
    String answer;
    try {
      answer = context.performQuietly(set("full"));
    } catch (IOException refused) {
      answer = String.valueOf(refused.getMessage());
    }
    context.requireFelt(answer.contains("OOM"), "Redis has memory left: " + answer);
  }

  private static Redis set(String value) {
    return Redis.of("SET", KEY, value, "EX", String.valueOf(SECONDS));
  }
}
