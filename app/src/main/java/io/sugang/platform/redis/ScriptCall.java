package io.sugang.platform.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Call of a script by its digest. After {@code NOSCRIPT} the whole script is sent, once. */
public final class ScriptCall {
  private ScriptCall() {}

  /**
   * Returns the script's answer.
   *
   * @param sha1 digest of {@code source}, in hexadecimal
   */
  public static <K, V, T> CompletionStage<T> eval(
      RedisScriptingAsyncCommands<K, V> redis,
      String source,
      String sha1,
      ScriptOutputType type,
      K[] keys,
      V[] args) {
    return redis
        .<T>evalsha(sha1, type, keys, args)
        .exceptionallyCompose(failure ->
            isForgotten(failure)
                ? redis.eval(source, type, keys, args)
                : CompletableFuture.failedFuture(failure));
  }

  private static boolean isForgotten(Throwable failure) {
    return failure instanceof RedisNoScriptException
        || failure.getCause() instanceof RedisNoScriptException;
  }
}
