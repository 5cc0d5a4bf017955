package io.sugang.signin;

import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.springframework.stereotype.Component;

/**
 * Finds the client of a request, also of one that needs no session: by the token where it is valid,
 * and otherwise by the address. NGINX says the address in {@value #ADDRESS}, and overwrites what a
 * client says there.
 */
@Component
public final class Clients {
  static final String ADDRESS = "X-Forwarded-For";
  // A subscriber has as many addresses as there are below these bytes.
  private static final int NETWORK_BYTES = 8;

  private final Sessions sessions;
  private final SessionCookie cookie;

  Clients(Sessions sessions, SessionCookie cookie) {
    this.sessions = sessions;
    this.cookie = cookie;
  }

  /** Returns the client of a request. To be called on the thread of the request. */
  public Client of(HttpServletRequest request) {
    SessionToken session = sessions.lasting(SignInFilter.token(request, cookie));
    if (session != null) {
      return session.role() == Role.LOAD
          ? new Client(Client.Kind.LOAD_DRIVER, session.role().name())
          : new Client(Client.Kind.ACCOUNT, session.role() + ":" + session.subject());
    }
    String forwarded = request.getHeader(ADDRESS);
    return new Client(
        Client.Kind.ADDRESS, network(forwarded == null ? request.getRemoteAddr() : forwarded));
  }

  /** Returns an IPv4 address as it is, and of an IPv6 address the first 64 bits. */
  private static String network(String address) {
    try {
      InetAddress parsed = InetAddress.ofLiteral(address);
      return parsed instanceof Inet6Address
          ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), NETWORK_BYTES))
          : parsed.getHostAddress();
    } catch (IllegalArgumentException notOneAddress) {
      return "";
    }
  }
}
