package io.sugang.seat;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.ByteBuffer;

/**
 * Keys and values as {@link StringCodec#UTF8} has them. That one makes Lettuce encode each argument
 * into a buffer of netty's and copy that, a twelfth of what an instance needs for a refusal; an
 * array of the heap costs less.
 */
final class Utf8Codec implements RedisCodec<String, String> {
  @Override
  public String decodeKey(ByteBuffer bytes) {
    return StringCodec.UTF8.decodeKey(bytes);
  }

  @Override
  public String decodeValue(ByteBuffer bytes) {
    return StringCodec.UTF8.decodeValue(bytes);
  }

  @Override
  public ByteBuffer encodeKey(String key) {
    return ByteBuffer.wrap(key.getBytes(UTF_8));
  }

  @Override
  public ByteBuffer encodeValue(String value) {
    return encodeKey(value);
  }
}
