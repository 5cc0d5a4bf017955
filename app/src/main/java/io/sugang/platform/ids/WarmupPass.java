package io.sugang.platform.ids;

import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The pass of the instance's own warm-up to reserved ids ({@link Ids#isReserved}). For a request
 * without it such an id does not exist.
 *
 * <p>It is a random number of 122 bits. It travels through the loopback only, and is valid only
 * while the warm-up sends requests. So it cannot be guessed or replayed from outside.
 */
@Component
public final class WarmupPass {
  /** The header that carries it. */
  public static final String HEADER = "Sugang-Warmup";

  private volatile @Nullable String valid;

  /** Issues a pass, which is valid until {@link #revoke} and replaces an earlier one. */
  public String issue() {
    String issued = UUID.randomUUID().toString();
    valid = issued;
    return issued;
  }

  /** Ends the validity of the pass. */
  public void revoke() {
    valid = null;
  }

  /** Returns whether the request carries the valid pass. Call it in the thread of the request. */
  public boolean isCarriedBy(HttpServletRequest request) {
    String carried = request.getHeader(HEADER);
    return carried != null && carried.equals(valid);
  }
}
