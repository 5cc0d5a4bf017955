package io.sugang.seats.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.sugang.servers.FaultTest;
import io.sugang.servers.MySqlDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The check of MySQL's durability, with settings of a real one changed. */
@FaultTest(properties = "sugang.seat.control=lock")
@ExtendWith(OutputCaptureExtension.class)
class DurabilityCheckIntegrationTests {
  private static final String WARNING = "MySQL may lose answered enrollments";
  private static final ApplicationArguments NONE = new DefaultApplicationArguments();

  @Autowired DurabilityCheck check;
  @Autowired MySqlDatabase database;

  @Test
  void warnsOnceOfCommitsThatAreNotFlushed(CapturedOutput output) {
    check.run(NONE);
    assertThat(output).doesNotContain(WARNING);
    database.jdbc().execute("SET GLOBAL sync_binlog = 0");
    check.run(NONE);
    assertThat(output).containsOnlyOnce(WARNING).contains("sync_binlog=0");
  }
}
