package io.sugang.server.admission;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Notes that the thread, which Tomcat ends an answered request in, may find the next one of the
 * connection there already.
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
