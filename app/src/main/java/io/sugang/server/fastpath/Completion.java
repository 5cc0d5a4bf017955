package io.sugang.server.fastpath;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Listener for the end of a request that was answered without its thread. */
@FunctionalInterface
interface Completion extends AsyncListener {
  void completed();

  @Override
  default void onComplete(AsyncEvent end) {
    completed();
  }

  @Override
  default void onTimeout(AsyncEvent never) {}

  @Override
  default void onError(AsyncEvent beforeTheEnd) {}

  @Override
  default void onStartAsync(AsyncEvent again) {}
}
