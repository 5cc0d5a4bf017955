package io.sugang.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResourceFiguresTests {
  @Test
  void theHeapIsWhatBothGenerationsUse() {
    String report =
        """
         DefNew     total 157248K, used 11184K [0x0, 0x1)
          eden space 139776K,   8% used [0x0, 0x1)
         Tenured    total 349568K, used 65774K [0x0, 0x1)
         Metaspace       used 90000K, committed 91000K, reserved 1179648K
          class space    used 10000K, committed 11000K, reserved 1048576K
        """;
    assertThat(ResourceFigures.heapUsed(report)).isEqualTo(75);
  }

  @Test
  void establishedConnectionsOfAPortCount() {
    List<String> table =
        List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue",
            "  0: 0100007F:1F90 0100007F:D431 01 00000000:00000000",
            "  1: 0100007F:D431 0100007F:1F90 01 00000000:00000000",
            "  2: 0100007F:1F90 00000000:0000 0A 00000000:00000000");
    assertThat(ResourceFigures.connectionsTo(Set.of(0x1F90, 0x46A1), table)).isEqualTo(1);
  }
}
