package io.sugang.lab.chaos;

import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The reconcile passes of the instances since an instant, by their metrics. An instance makes one
 * after the other, so the second that ends has begun after the instant. One more is for a course
 * whose loads were overtaken.
 */
final class ReconcilePasses {
  private static final String ENDED = "sugang_reconciler_look_seconds_count";
  private static final int NUMBER = 3;
  // Where no metrics can be read.
  private static final long UNCOUNTED_SECONDS = 30;

  private final ScenarioContext context;
  private final long since = System.nanoTime();
  private final Map<String, Double> before = new LinkedHashMap<>();

  private ReconcilePasses(ScenarioContext context) {
    this.context = context;
  }

  static ReconcilePasses fromNowOn(ScenarioContext context)
      throws IOException, InterruptedException {
    ReconcilePasses passes = new ReconcilePasses(context);
    for (String instance : context.instances()) {
      try {
        passes.before.put(instance, passes.ended(instance));
      } catch (Operator.Unsupported notHere) {
        break;
      } catch (HttpTimeoutException busy) {
        // the others will do
      }
    }
    return passes;
  }

  /** Whether an instance has made so many that one has begun after the instant. */
  boolean areOver() throws IOException, InterruptedException {
    if (before.isEmpty()) {
      return System.nanoTime() - since >= TimeUnit.SECONDS.toNanos(UNCOUNTED_SECONDS);
    }
    for (Map.Entry<String, Double> instance : before.entrySet()) {
      try {
        if (ended(instance.getKey()) - instance.getValue() >= NUMBER) {
          return true;
        }
      } catch (HttpTimeoutException busy) {
        // asked again later
      } catch (Operator.Unsupported notHere) {
        return false;
      }
    }
    return false;
  }

  private double ended(String instance)
      throws IOException, InterruptedException, Operator.Unsupported {
    try (Management management = Management.of(context, instance)) {
      return management.metric(ENDED);
    }
  }

  @Override
  public String toString() {
    return before.isEmpty() ? UNCOUNTED_SECONDS + " s" : NUMBER + " reconcile passes";
  }
}
