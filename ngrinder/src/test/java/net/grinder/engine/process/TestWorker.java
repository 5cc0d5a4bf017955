package net.grinder.engine.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import net.grinder.common.GrinderProperties;
import net.grinder.common.processidentity.AgentIdentity;
import net.grinder.common.processidentity.WorkerIdentity;
import net.grinder.communication.Message;
import net.grinder.communication.Sender;
import net.grinder.messages.console.RegisterExpressionViewMessage;
import net.grinder.script.Grinder;
import net.grinder.script.Test.InstrumentationFilter;
import net.grinder.scriptengine.Instrumenter;
import net.grinder.scriptengine.Recorder;
import net.grinder.statistics.StatisticsServices;
import net.grinder.statistics.StatisticsServicesImplementation;
import net.grinder.statistics.StatisticsSet;
import net.grinder.util.Sleeper;
import net.grinder.util.SleeperImplementation;
import net.grinder.util.StandardTimeAuthority;
import net.grinder.util.TimeAuthority;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker process as a script finds it, of The Grinder's own classes (they are package-private): statistics, tests, the HTTP
 * plugin, sleep and shutdown are the real ones. What is missing is the weaving of bytecode, which The Grinder's library cannot
 * do on a current JDK: {@link #recorder} gives what would have been woven around a method.
 */
public final class TestWorker {
  private static final TestWorker ONLY = new TestWorker();

  private final StatisticsServices statistics = StatisticsServicesImplementation.getInstance();
  private final ThreadLocal<ThreadContext> contexts = new ThreadLocal<>();
  private final Map<String, Recorder> recorders = new ConcurrentHashMap<>();
  private final Map<String, String> expressions = new HashMap<>();
  private final TestRegistryImplementation tests;
  private final PluginRegistryImplementation plugins;
  private final RenewedSleeper sleeper;
  private final GrinderProperties properties = new GrinderProperties();

  private TestWorker() {
    properties.setInt("grinder.agents", 1);
    properties.setInt("grinder.processes", 1);
    properties.setBoolean("grinder.logData", false);
    var time = new StandardTimeAuthority();
    var helper = new TestStatisticsHelperImplementation(statistics.getStatisticsIndexMap());
    tests = new TestRegistryImplementation(contexts::get, statistics.getStatisticsSetFactory(), helper, time);
    tests.setInstrumenter(new Captor());
    var logger = new ExternalLogger(LoggerFactory.getLogger("worker.test"), contexts::get);
    sleeper = new RenewedSleeper(time, logger);
    var console =
        new Sender() {
          @Override
          public void send(Message message) {
            sent(message);
          }

          @Override
          public void shutdown() {}
        };
    var context =
        new ScriptContextImplementation(
            new Identity(),
            new Identity(),
            contexts::get,
            properties,
            logger,
            sleeper,
            new SSLControlImplementation(contexts::get),
            new ScriptStatisticsImplementation(contexts::get, statistics, console),
            tests,
            null,
            null,
            null,
            null);
    Grinder.grinder = context;
    plugins = new PluginRegistryImplementation(logger, context, contexts::get, statistics, time);
  }

  /**
   * The worker of this JVM, as if just started: the HTTP plugin is registered once in a JVM, with the worker that is there then.
   */
  public static TestWorker started() {
    ONLY.recorders.clear();
    ONLY.expressions.clear();
    ONLY.sleeper.renew();
    ONLY.tests.getTestStatisticsMap().reset();
    return ONLY;
  }

  /** The current thread becomes thread number of the worker, at the beginning of its first run. */
  public void beginThread(int number) throws Exception {
    var context =
        new ThreadContextImplementation(
            properties, statistics, number, LoggerFactory.getLogger("data"));
    contexts.set(context);
    plugins.threadCreated(context);
    plugins.threadStarted(context);
    context.fireBeginThreadEvent();
    beginRun(0);
  }

  public void beginRun(int number) {
    var context = contexts.get();
    context.setCurrentRunNumber(number);
    context.fireBeginRunEvent();
  }

  /** With delayed reports the figures of a test are counted when the next one begins; this reports them at once. */
  public void endRun() {
    contexts.get().reportPendingDispatchContext();
    contexts.get().fireEndRunEvent();
  }

  /** What is woven around the method of that name. */
  public Recorder recorder(String method) {
    var recorder = recorders.get(method);
    if (recorder == null) {
      throw new IllegalStateException(method + " is not recorded; recorded are " + recorders.keySet());
    }
    return recorder;
  }

  /** The figures of all tests together. */
  public StatisticsSet total() {
    return tests.getTestStatisticsMap().nonCompositeStatisticsTotals();
  }

  public Set<String> recorded() {
    return recorders.keySet();
  }

  /** What the console would show under that name, of these figures. */
  public double shown(String name, StatisticsSet figures) throws Exception {
    return statistics
        .getStatisticExpressionFactory()
        .createExpression(expressions.get(name))
        .getDoubleValue(figures);
  }

  public long value(String index, StatisticsSet figures) {
    return figures.getValue(statistics.getStatisticsIndexMap().getLongIndex(index));
  }

  public long timed(StatisticsSet figures) {
    return figures.getCount(statistics.getStatisticsIndexMap().getLongSampleIndex("timedTests"));
  }

  /** Milliseconds, of the tests that were no errors. */
  public double meanTime(StatisticsSet figures) {
    var index = statistics.getStatisticsIndexMap().getLongSampleIndex("timedTests");
    return (double) figures.getSum(index) / figures.getCount(index);
  }

  /** Milliseconds that the threads slept since the start. */
  public double sleptMillis() {
    return sleeper.slept.sum() / 1e6;
  }

  private void sent(Message message) {
    if (message instanceof RegisterExpressionViewMessage registration) {
      var view = registration.getExpressionView();
      expressions.put(view.getDisplayName(), view.getExpressionString());
    }
  }

  /**
   * The Grinder's sleeper, a new one for every start. One that was shut down stays so, as the process it is in is about to end.
   * The context of the script keeps the one it was made with.
   */
  private static final class RenewedSleeper implements Sleeper {
    private final TimeAuthority time;
    private final Logger logger;
    private volatile Sleeper current;
    private final LongAdder slept = new LongAdder();

    RenewedSleeper(TimeAuthority time, Logger logger) {
      this.time = time;
      this.logger = logger;
      current = new SleeperImplementation(time, logger, 1.0, 0.2);
    }

    void renew() {
      slept.reset();
      current = new SleeperImplementation(time, logger, 1.0, 0.2);
    }

    @Override
    public void shutdown() {
      current.shutdown();
    }

    @Override
    public void sleepNormal(long mean) throws ShutdownException {
      current.sleepNormal(mean);
    }

    @Override
    public void sleepNormal(long mean, long sigma) throws ShutdownException {
      long begun = System.nanoTime();
      try {
        current.sleepNormal(mean, sigma);
      } finally {
        slept.add(System.nanoTime() - begun);
      }
    }

    @Override
    public void sleepFlat(long maximum) throws ShutdownException {
      current.sleepFlat(maximum);
    }

    @Override
    public long getTimeInMilliseconds() {
      return current.getTimeInMilliseconds();
    }
  }

  private final class Captor implements Instrumenter {
    @Override
    public Object createInstrumentedProxy(net.grinder.common.Test test, Recorder recorder, Object target) {
      throw new UnsupportedOperationException("no proxies in nGrinder's Groovy");
    }

    @Override
    public boolean instrument(net.grinder.common.Test test, Recorder recorder, Object target) {
      return instrument(test, recorder, target, method -> true);
    }

    @Override
    public boolean instrument(
        net.grinder.common.Test test, Recorder recorder, Object target, InstrumentationFilter filter) {
      for (var method : target.getClass().getMethods()) {
        if (filter.matches(method)) {
          recorders.put(method.getName(), recorder);
        }
      }
      return true;
    }

    @Override
    public String getDescription() {
      return "captor";
    }
  }

  private static final class Identity implements WorkerIdentity {
    @Override
    public String getName() {
      return "test-0";
    }


    @Override
    public int getNumber() {
      return 0;
    }

    @Override
    public AgentIdentity getAgentIdentity() {
      return new AgentIdentity() {
        @Override
        public String getName() {
          return "test";
        }


        @Override
        public int getNumber() {
          return 0;
        }
      };
    }
  }
}
