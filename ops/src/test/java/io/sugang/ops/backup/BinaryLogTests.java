package io.sugang.ops.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.sugang.ops.backup.BinaryLog.Transaction;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryLogTests {
  private static final Instant NOON = Instant.parse("2026-11-29T12:00:00.123456Z");

  @Test
  void aTransactionHasItsIdItsTimeAndItsEnd() throws IOException {
    var file = new BinaryLogFile();
    file.transaction(7, NOON, 50);
    int end = file.size();
    file.event(4, new byte[30]);
    assertThat(transactions(file.bytes(), file.size()))
        .containsExactly(new Transaction(BinaryLogFile.SERVER + ":7", NOON, end));
  }

  @Test
  void theTimeIsThatOfThisServerAndNotOfTheFirstOne() throws IOException {
    var file = new BinaryLogFile().transaction(1, NOON, NOON.minusSeconds(60), 50);
    assertThat(transactions(file.bytes(), file.size()))
        .extracting(Transaction::committed)
        .containsExactly(NOON);
  }

  @Test
  void aLargeTransactionIsSkippedToItsEnd() throws IOException {
    var file = new BinaryLogFile().transaction(1, NOON, 100_000).transaction(2, NOON, 10);
    assertThat(transactions(file.bytes(), file.size()))
        .extracting(Transaction::gtid)
        .containsExactly(BinaryLogFile.SERVER + ":1", BinaryLogFile.SERVER + ":2");
  }

  @Test
  void aCopyMayEndAtAnyByteAndHasTheTransactionsThatAreWhole() throws IOException {
    var file = new BinaryLogFile().transaction(1, NOON, 40);
    int first = file.size();
    file.transaction(2, NOON.plusSeconds(1), 40);
    for (int size = 4; size <= file.size(); size++) {
      assertThat(transactions(file.bytes(), size))
          .as("%d bytes", size)
          .hasSize(size < first ? 0 : size < file.size() ? 1 : 2);
    }
  }

  @Test
  void transactionsWithoutAnIdAreRefused() {
    var file = new BinaryLogFile().event(34, new byte[60]);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> transactions(file.bytes(), file.size()))
        .withMessageContaining("gtid_mode=ON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "a text that is no log"})
  void anotherFileIsRefused(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> transactions(bytes, bytes.length))
        .withMessage("the file is no binary log of MySQL");
  }

  private static List<Transaction> transactions(byte[] bytes, int size) throws IOException {
    BinaryLog log = BinaryLog.read(new ByteArrayInputStream(bytes), size);
    var all = new ArrayList<Transaction>();
    for (Transaction next = log.next(); next != null; next = log.next()) {
      all.add(next);
    }
    return all;
  }
}
