package io.sugang.ops.backup;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A binary log as MySQL writes it, event by event. */
final class BinaryLogFile {
  static final UUID SERVER = UUID.fromString("3512b288-ebdc-11f1-bf90-02fc00000001");
  private static final int HEADER = 19;
  private static final int FORMAT_DESCRIPTION = 15;
  private static final int QUERY = 2;
  private static final int GTID = 33;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  BinaryLogFile() {
    bytes.writeBytes(new byte[] {(byte) 0xfe, 'b', 'i', 'n'});
    event(FORMAT_DESCRIPTION, new byte[100]);
  }

  /** Adds a transaction with {@code size} bytes behind its first event. */
  BinaryLogFile transaction(long number, Instant committed, int size) {
    return transaction(number, committed, null, size);
  }

  /**
   * Adds a transaction that another server committed at first.
   *
   * @param original when that was, or null for one of this server
   */
  BinaryLogFile transaction(long number, Instant committed, @Nullable Instant original, int size) {
    ByteBuffer event = ByteBuffer.allocate(80).order(ByteOrder.LITTLE_ENDIAN);
    event.put((byte) 1);
    event.order(ByteOrder.BIG_ENDIAN);
    event.putLong(SERVER.getMostSignificantBits()).putLong(SERVER.getLeastSignificantBits());
    event.order(ByteOrder.LITTLE_ENDIAN);
    event.putLong(number).put((byte) 2).putLong(0).putLong(number);
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, committed);
    sevenBytes(event, original == null ? micros : micros | 1L << 55);
    if (original != null) {
      sevenBytes(event, ChronoUnit.MICROS.between(Instant.EPOCH, original));
    }
    int whole = HEADER + event.capacity() + HEADER + size;
    event.put((byte) 253).put((byte) whole).put((byte) (whole >> 8)).put((byte) (whole >> 16));
    event(GTID, event.array());
    event(QUERY, new byte[size]);
    return this;
  }

  BinaryLogFile event(int type, byte[] body) {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(0).put((byte) type).putInt(1).putInt(HEADER + body.length).putInt(0);
    bytes.writeBytes(header.array());
    bytes.writeBytes(body);
    return this;
  }

  private static void sevenBytes(ByteBuffer event, long value) {
    for (int i = 0; i < 7; i++) {
      event.put((byte) (value >> (8 * i)));
    }
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  int size() {
    return bytes.size();
  }
}
