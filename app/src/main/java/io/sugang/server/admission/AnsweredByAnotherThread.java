package io.sugang.server.admission;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Marks the thread in which Tomcat completes an answered request: the next request of the
 * connection may already be buffered, so its waiting time is unknown.
 */
final class AnsweredByAnotherThread implements AsyncListener {
  @Override
  public void onComplete(AsyncEvent end) {
    RequestThreads.answered();
  }

  @Override
  public void onTimeout(AsyncEvent never) {}

  @Override
  public void onError(AsyncEvent beforeTheEnd) {}

  @Override
  public void onStartAsync(AsyncEvent again) {}
}
