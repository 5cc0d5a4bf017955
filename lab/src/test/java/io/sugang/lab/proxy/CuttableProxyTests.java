package io.sugang.lab.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CuttableProxyTests {
  private static final int SILENT_MILLIS = 200;
  private static final int PATIENCE_MILLIS = 20_000;

  @Test
  void aSilentLineTellsNeitherEndThatTheOtherHasClosed() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        CuttableProxy proxy = new CuttableProxy("127.0.0.1", server.getLocalPort());
        Socket client = connect(proxy);
        Socket behind = server.accept()) {
      client.getOutputStream().write(1);
      assertThat(behind.getInputStream().read()).isEqualTo(1);
      proxy.silence();
      client.shutdownOutput();
      behind.setSoTimeout(SILENT_MILLIS);
      assertThatThrownBy(() -> behind.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      proxy.speak();
      behind.setSoTimeout(PATIENCE_MILLIS);
      assertThat(behind.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void whatWasSentInTheSilenceArrivesAfterIt() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        CuttableProxy proxy = new CuttableProxy("127.0.0.1", server.getLocalPort());
        Socket client = connect(proxy);
        Socket behind = server.accept()) {
      proxy.silence();
      client.getOutputStream().write(7);
      behind.setSoTimeout(SILENT_MILLIS);
      assertThatThrownBy(() -> behind.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(proxy.withheld()).isTrue();
      proxy.speak();
      behind.setSoTimeout(PATIENCE_MILLIS);
      assertThat(behind.getInputStream().read()).isEqualTo(7);
    }
  }

  @Test
  void theLastTextOfTheTrapDoesNotArriveBeforeTheLineSpeaks() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        CuttableProxy proxy = new CuttableProxy("127.0.0.1", server.getLocalPort());
        Socket client = connect(proxy);
        Socket behind = server.accept()) {
      proxy.silenceBefore("UPDATE", "COMMIT");
      sendAndReceive(client, behind, "commit");
      sendAndReceive(client, behind, "an UPDATE");
      assertThat(proxy.silent()).isFalse();
      client.getOutputStream().write("commit".getBytes(StandardCharsets.US_ASCII));
      behind.setSoTimeout(SILENT_MILLIS);
      assertThatThrownBy(() -> behind.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      assertThat(proxy.silent()).isTrue();
      proxy.speak();
      behind.setSoTimeout(PATIENCE_MILLIS);
      assertThat(behind.getInputStream().readNBytes(6))
          .isEqualTo("commit".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static void sendAndReceive(Socket client, Socket behind, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    client.getOutputStream().write(bytes);
    assertThat(behind.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
  }

  @Test
  void oneConnectionIsSilentAndTheOthersGoOn() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        CuttableProxy proxy = new CuttableProxy("127.0.0.1", server.getLocalPort());
        Socket busy = connect(proxy);
        Socket behindBusy = server.accept();
        Socket other = connect(proxy);
        Socket behindOther = server.accept()) {
      assertThat(proxy.silenceOne()).isFalse();
      busy.getOutputStream().write(1);
      assertThat(behindBusy.getInputStream().read()).isEqualTo(1);
      assertThat(proxy.silenceOne()).isTrue();
      busy.getOutputStream().write(2);
      other.getOutputStream().write(3);
      behindOther.setSoTimeout(PATIENCE_MILLIS);
      assertThat(behindOther.getInputStream().read()).isEqualTo(3);
      behindBusy.setSoTimeout(SILENT_MILLIS);
      assertThatThrownBy(() -> behindBusy.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  private static Socket connect(CuttableProxy proxy) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }
}
