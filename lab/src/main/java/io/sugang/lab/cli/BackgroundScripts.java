package io.sugang.lab.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Scripts that run one after another while something else is at work. */
final class BackgroundScripts implements AutoCloseable {
  private final FutureTask<List<ScriptRun>> runs;
  private final Thread thread;

  /** Runs one script. */
  @FunctionalInterface
  interface ScriptRunner {
    ScriptRun run(String script) throws IOException, InterruptedException;
  }

  BackgroundScripts(List<String> scripts, ScriptRunner runner) {
    runs =
        new FutureTask<>(() -> {
          var ended = new ArrayList<ScriptRun>();
          for (String script : scripts) {
            ended.add(runner.run(script));
          }
          return List.copyOf(ended);
        });
    thread = Thread.ofPlatform().daemon().name("background-scripts").start(runs);
  }

  /** Awaits all scripts and returns their runs in order. */
  List<ScriptRun> results() throws IOException, InterruptedException {
    try {
      return runs.get();
    } catch (ExecutionException failed) {
      throw new IOException("a script of tests could not be run", failed.getCause());
    }
  }

  /** Ends the scripts that still run. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
    }
  }
}
