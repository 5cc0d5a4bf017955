package io.sugang.ops.backup;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a binary log, one after the other. Only the headers of events and the events
 * that begin transactions are read; see "Binary Log Event Header" and "Gtid_event" in the source
 * documentation of MySQL.
 *
 * <p>A copy of a log may end anywhere. A transaction that is not whole is none.
 */
final class BinaryLog {
  private static final byte[] MAGIC = {(byte) 0xfe, 'b', 'i', 'n'};
  private static final int HEADER = 19;
  private static final int GTID = 33;
  private static final int ANONYMOUS_GTID = 34;
  private static final int TAGGED_GTID = 42;
  // Where the fields of a Gtid_event begin, behind its header.
  private static final int SERVER = 1;
  private static final int NUMBER = 17;
  private static final int COMMITTED = 42;
  private static final int SEVEN_BYTES = 7;
  private static final long TWO_TIMES = 1L << 55;

  private final InputStream bytes;
  private final long size;
  private long position = MAGIC.length;

  private BinaryLog(InputStream bytes, long size) {
    this.bytes = bytes;
    this.size = size;
  }

  /**
   * A transaction.
   *
   * @param gtid its global id, server and number
   * @param committed when it was committed, in microseconds
   * @param end the bytes of the log up to its end
   */
  record Transaction(String gtid, Instant committed, long end) {}

  /**
   * Returns a log.
   *
   * @param size the bytes that count, from the first one on; what follows is not read
   * @throws IOException if it is no binary log. One that was only begun to be copied has no
   *     transactions
   */
  static BinaryLog read(InputStream bytes, long size) throws IOException {
    if (size < MAGIC.length) {
      return new BinaryLog(bytes, size);
    }
    byte[] magic = bytes.readNBytes(MAGIC.length);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new IOException("the file is no binary log of MySQL");
    }
    return new BinaryLog(bytes, size);
  }

  /**
   * Returns the next whole transaction, or null behind the last one.
   *
   * @throws IOException if an event is not one of a binary log, or the log cannot be read
   */
  @Nullable Transaction next() throws IOException {
    while (position + HEADER <= size) {
      ByteBuffer header = take(HEADER);
      int type = Byte.toUnsignedInt(header.get(4));
      long length = Integer.toUnsignedLong(header.getInt(9));
      if (length < HEADER) {
        throw new IOException("the event at byte %d has %d bytes".formatted(position, length));
      }
      if (position + length > size) {
        return null;
      }
      if (type == ANONYMOUS_GTID || type == TAGGED_GTID) {
        throw new IOException(
            "the transaction at byte %d has no plain id; MySQL has to run with gtid_mode=ON"
                .formatted(position));
      }
      if (type != GTID) {
        bytes.skipNBytes(length - HEADER);
        position += length;
        continue;
      }
      ByteBuffer event = take((int) length - HEADER);
      Transaction transaction = transaction(event);
      if (transaction.end() > size) {
        return null;
      }
      bytes.skipNBytes(transaction.end() - position - length);
      position = transaction.end();
      return transaction;
    }
    return null;
  }

  private ByteBuffer take(int count) throws IOException {
    byte[] taken = bytes.readNBytes(count);
    if (taken.length < count) {
      throw new EOFException("the log ended at byte " + (position + taken.length));
    }
    return ByteBuffer.wrap(taken).order(ByteOrder.LITTLE_ENDIAN);
  }

  private Transaction transaction(ByteBuffer event) {
    var server = event.duplicate().order(ByteOrder.BIG_ENDIAN);
    var id = new UUID(server.getLong(SERVER), server.getLong(SERVER + Long.BYTES));
    long number = event.getLong(NUMBER);
    long committed = sevenBytes(event, COMMITTED);
    int behindTimes = COMMITTED + SEVEN_BYTES;
    if ((committed & TWO_TIMES) != 0) {
      committed &= ~TWO_TIMES;
      behindTimes += SEVEN_BYTES;
    }
    return new Transaction(
        id + ":" + number,
        Instant.EPOCH.plus(committed, ChronoUnit.MICROS),
        position + packed(event, behindTimes));
  }

  private static long sevenBytes(ByteBuffer event, int from) {
    long value = 0;
    for (int i = SEVEN_BYTES - 1; i >= 0; i--) {
      value = value << 8 | Byte.toUnsignedLong(event.get(from + i));
    }
    return value;
  }

  /** Returns an integer of variable length, as the protocol of MySQL packs it. */
  private static long packed(ByteBuffer event, int from) {
    int first = Byte.toUnsignedInt(event.get(from));
    return switch (first) {
      case 252 -> Short.toUnsignedLong(event.getShort(from + 1));
      case 253 -> event.getInt(from) >>> 8;
      case 254 -> event.getLong(from + 1);
      default -> first;
    };
  }
}
