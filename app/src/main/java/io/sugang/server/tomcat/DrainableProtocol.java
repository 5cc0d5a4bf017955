package io.sugang.server.tomcat;

import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Tomcat's HTTP/1.1 on a port that can be closed without breaking a connection, and with
 * connections that the request loop reads. Public, because Tomcat makes it by its name.
 */
public final class DrainableProtocol extends Http11NioProtocol {
  private final DrainableEndpoint endpoint;

  public DrainableProtocol() {
    this(new DrainableEndpoint());
  }

  private DrainableProtocol(DrainableEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  /** Returns the endpoint, whose connections the request loop may read. */
  public LoopEndpoint loopEndpoint() {
    return endpoint;
  }

  /** Refuses new connections from now on. Open connections stay. */
  void closePort() {
    endpoint.closePort();
  }
}
