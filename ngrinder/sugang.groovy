import static net.grinder.script.Grinder.grinder

import HTTPClient.NVPair
import ch.qos.logback.classic.Level
import groovy.transform.CompileStatic
import java.util.concurrent.ThreadLocalRandom
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.locks.LockSupport
import java.util.function.LongConsumer
import java.util.function.LongSupplier
import net.grinder.plugin.http.HTTPPluginConnection
import net.grinder.plugin.http.HTTPPluginControl
import net.grinder.plugin.http.HTTPRequest
import net.grinder.script.GTest
import net.grinder.script.Statistics
import net.grinder.scriptengine.groovy.junit.GrinderRunner
import net.grinder.scriptengine.groovy.junit.annotation.BeforeProcess
import net.grinder.scriptengine.groovy.junit.annotation.BeforeThread
import org.junit.Test
import org.junit.runner.RunWith
import org.slf4j.LoggerFactory

/**
 * Lookups of students, enrollments, or both in random order, at a constant rate.
 * Parameters, with what is taken without them:
 * scenario=mixed;target=http://nginx:8080;tps=2000;ramp=30;students=5000;courses=500;posts=0.5
 * The first class of the file has to be this one: nGrinder runs the first. The others stand in the same file, because a controller
 * hands only this file and the folders lib/ and resources/ next to it to its agents. A class of its
 * own in lib/ would depend on the class path of the worker.
 */
@CompileStatic
@RunWith(GrinderRunner)
class Sugang {
  private static GTest lookUps
  private static GTest enrollments
  private static Load load

  private long lateness

  @BeforeProcess
  static void beforeProcess() {
    load = Load.prepare()
    lookUps = new GTest(1, 'GET student')
    enrollments = new GTest(2, 'POST enrollment')
  }

  @BeforeThread
  void beforeThread() {
    lookUps.record(this, 'lookUp')
    enrollments.record(this, 'enroll')
    grinder.getStatistics().setDelayReports(true)
  }

  /** One slot of the schedule. Waiting for it is outside of what is recorded; how late it came is a statistic of its own. */
  @Test
  void slot() {
    lateness = load.pacing.awaitSlot()
    if (lateness < 0) {
      return
    }
    if (ThreadLocalRandom.current().nextDouble() < load.parameters.posts) {
      enroll()
    } else {
      lookUp()
    }
  }

  void lookUp() {
    load.lookUp(lateness)
  }

  void enroll() {
    load.enroll(lateness)
  }
}

/** What the parameter of the test says: key=value, separated by semicolons, no blanks (nGrinder removes them). */
@CompileStatic
class Parameters {
  /** Without slash at its end. */
  final String target
  /** Requests per second of all worker processes of all agents together. */
  final double tps
  final double rampSeconds
  final int students
  final int courses
  /** Share of enrollments among the requests, 0 to 1: none of students, all of enrollments, and of mixed what the parameter says. */
  final double posts
  /** The session tokens of the students, one a line, from student 1 on; empty where the service requires no sign-in. */
  final List<String> tokens

  /** @throws IllegalArgumentException for an unknown name or a value out of its bounds, with what to write instead */
  Parameters(String text) {
    Map<String, String> given = [scenario: 'mixed', target: 'http://nginx:8080', tps: '2000', ramp: '30', students: '5000', courses: '500', posts: '0.5', tokens: '']
    for (String pair : (text ?: '').split(';')) {
      if (pair.trim().isEmpty()) {
        continue
      }
      int equals = pair.indexOf('=')
      String name = equals < 0 ? pair : pair.substring(0, equals).trim()
      if (equals < 0 || !given.containsKey(name)) {
        throw new IllegalArgumentException("'" + pair + "' in the parameter of the test is none of " + given.keySet().join('=, ') + '=')
      }
      given.put(name, pair.substring(equals + 1).trim())
    }
    target = given.get('target').replaceAll('/+$', '')
    if (!target.matches('https?://[^/;]+(/[^;]*)?')) {
      throw new IllegalArgumentException('target must be like http://nginx:8080, not ' + target)
    }
    tps = number('tps', given.get('tps'), 0.1d, 1e6d)
    rampSeconds = number('ramp', given.get('ramp'), 0d, 86400d)
    students = (int) number('students', given.get('students'), 1d, 1e9d)
    courses = (int) number('courses', given.get('courses'), 1d, 1e9d)
    posts = share(given.get('scenario'), number('posts', given.get('posts'), 0d, 1d))
    tokens = read(given.get('tokens'))
    if (!tokens.isEmpty() && tokens.size() < students) {
      throw new IllegalArgumentException('students must be at most ' + tokens.size() + ', the lines of the file of tokens, not ' + students)
    }
  }

  private static double share(String scenario, double ofMixed) {
    switch (scenario) {
      case 'students': return 0d
      case 'enrollments': return 1d
      case 'mixed': return ofMixed
      default: throw new IllegalArgumentException('scenario must be students, enrollments or mixed, not ' + scenario)
    }
  }

  /** A file of resources/ next to the script, which the controller hands to the agents. */
  private static List<String> read(String tokens) {
    if (tokens.isEmpty()) {
      return []
    }
    File file = new File(tokens)
    if (!file.canRead()) {
      throw new IllegalArgumentException('tokens must name a file in resources/ of the script, not ' + tokens)
    }
    return file.readLines('UTF-8')
  }

  private static double number(String name, String text, double least, double most) {
    double value = Double.NaN
    try {
      value = Double.parseDouble(text)
    } catch (NumberFormatException ignored) {
      // reported below, with the bounds
    }
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(name + ' must be from ' + least + ' to ' + most + ', not ' + text)
    }
    return value
  }
}

/**
 * The one schedule of a worker process. Its threads take the slots in turn. A slot is due at a time that does not depend on
 * how long answers take: the rate rises evenly from 0 during the ramp and is constant afterwards. nGrinder's own ramp-up
 * starts threads, each of which sends as fast as it is answered, so the load would follow the speed of what is tested.
 *
 * A slot that is late because all threads were busy, or the process stood still, is handed out at once and its lateness recorded.
 * None is dropped: after a stall the number of requests catches up with the schedule.
 */
@CompileStatic
class Pacing {
  /** No wait is longer, so that stop() is seen soon. */
  private static final long LONGEST_WAIT = 100_000_000L

  private final double rate
  private final double ramp
  private final double phase
  private final LongSupplier clock
  private final LongConsumer sleeper
  private final AtomicLong slots = new AtomicLong()
  private final AtomicReference<Long> begun = new AtomicReference<Long>()
  private volatile boolean stopped

  /**
   * @param tps requests per second of all processes together
   * @param rampSeconds 0 starts with the full rate
   * @param processes of all agents, each with an equal share; number is this one's, from 0: their slots lie between each other
   * @param clock nanoseconds from an arbitrary origin
   * @param sleeper sleeps that many nanoseconds or less; what it throws ends the wait
   */
  Pacing(double tps, double rampSeconds, int processes, int number, LongSupplier clock, LongConsumer sleeper) {
    if (!(tps > 0) || !(rampSeconds >= 0) || processes < 1) {
      throw new IllegalArgumentException('tps ' + tps + ', ramp ' + rampSeconds + ' s, ' + processes + ' processes')
    }
    this.rate = tps / processes
    this.ramp = rampSeconds
    // ((n % p) + p) % p: agents are numbered from 0, but a worker without a console gets -1
    this.phase = (double) (((number % processes) + processes) % processes) / processes
    this.clock = clock
    this.sleeper = sleeper
  }

  /**
   * Takes the next slot and waits until it is due. The schedule begins with the first call.
   *
   * @return nanoseconds from when it was due to now, 0 or more; or -1 after stop(), and then nothing is to be sent
   */
  long awaitSlot() {
    long now = clock.getAsLong()
    if (begun.get() == null) {
      begun.compareAndSet(null, now)
    }
    long due = begun.get() + dueAfter(slots.getAndIncrement())
    while (!stopped) {
      long rest = due - clock.getAsLong()
      if (rest <= 0) {
        return -rest
      }
      sleeper.accept(Math.min(rest, LONGEST_WAIT))
    }
    return -1L
  }

  /**
   * Ends all waits, also later ones. The script does not call it. The Grinder ends a worker by the ShutdownException that its sleep throws
   * in the middle of a wait (restFor). A slot that was handed out already is sent. It is for a script that ends by itself, after
   * a number of requests for example, which The Grinder does not know of.
   */
  void stop() {
    stopped = true
  }

  /** Nanoseconds from the beginning to slot n: the inverse of the number of slots due by then. */
  long dueAfter(long n) {
    double position = n + phase
    double ofRamp = rate * ramp / 2
    double seconds = position < ofRamp ? Math.sqrt(2 * ramp * position / rate) : ramp + (position - ofRamp) / rate
    return Math.round(seconds * 1e9d)
  }
}

/**
 * What sends the requests: one of these per worker process.
 *
 * Time to first byte: the requests go through net.grinder.plugin.http.HTTPRequest, the HTTP client of The Grinder, which
 * nGrinder still contains. It takes the time when the first byte of every answer is read. org.ngrinder.http.HTTPRequest, the
 * newer one, starts its stopwatch when a connection is made and stops it at that connection's first answer. On a kept
 * connection, which is what this load uses, it adds nothing, and reads about 0. Both in milliseconds.
 * Connections are kept as long as "connection reset on each test run" is off in the test (it is by default).
 */
@CompileStatic
class Load {
  final Parameters parameters
  final Pacing pacing
  /** How many unexpected answers are logged; the errors themselves are all counted. */
  private static final int LOGGED = 20
  private static final AtomicLong UNEXPECTED = new AtomicLong()

  private final HTTPRequest client = new HTTPRequest()

  private Load(Parameters parameters, Pacing pacing) {
    this.parameters = parameters
    this.pacing = pacing
  }

  /** For @BeforeProcess. */
  static Load prepare() {
    // Every request is logged at INFO; at 2000 a second that is the work of the process.
    ((ch.qos.logback.classic.Logger) LoggerFactory.getLogger('worker')).setLevel(Level.WARN)
    HTTPPluginConnection defaults = HTTPPluginControl.getConnectionDefaults()
    defaults.setFollowRedirects(false)
    defaults.setUseCookies(false)
    defaults.setTimeout(10_000)
    // "User_defined" is the one name of its own that the page of a running test draws: the lateness. All three are in the CSV.
    // Means over the answers that were no errors: of an error The Grinder counts the error and drops all other figures.
    grinder.getStatistics().registerSummaryExpression('User_defined', '(/ userLong0 (+ (count timedTests) untimedTests))')
    grinder.getStatistics().registerSummaryExpression('Won', 'userLong1')
    grinder.getStatistics().registerSummaryExpression('Refused', 'userLong2')

    Parameters parameters = new Parameters(System.getProperty('param', ''))
    int agents = Math.max(1, grinder.getProperties().getInt('grinder.agents', 1))
    int processes = Math.max(1, grinder.getProperties().getInt('grinder.processes', 1))
    int number = grinder.getAgentNumber() * processes + grinder.getProcessNumber() - grinder.getFirstProcessNumber()
    LongSupplier clock = { -> System.nanoTime() } as LongSupplier
    return new Load(parameters, new Pacing(parameters.tps, parameters.rampSeconds, agents * processes, number, clock,
      { long nanos -> restFor(nanos) } as LongConsumer))
  }

  /**
   * The Grinder's own sleep, as it ends with its ShutdownException when the test is over; finer than its milliseconds only at
   * the end. Not named sleep: Groovy gives every object a sleep(long) of milliseconds.
   */
  private static void restFor(long nanos) {
    if (nanos >= 2_000_000L) {
      grinder.sleep((long) (nanos.intdiv(1_000_000L)) - 1L, 0L)
    } else {
      LockSupport.parkNanos(nanos)
    }
  }

  /** Inside the recorded test: a random student reads its own data. @param lateness nanoseconds, of awaitSlot() */
  void lookUp(long lateness) {
    tell(lateness)
    int student = randomStudent()
    NVPair[] headers = session(student) as NVPair[]
    judge(client.GET(parameters.target + '/api/students/' + student, (NVPair[]) null, headers).getStatusCode(), false)
  }

  /** Inside the recorded test: a random student asks for a seat in a random course. 201 is won, 409 refused, both are good answers. */
  void enroll(long lateness) {
    tell(lateness)
    int student = randomStudent()
    NVPair[] headers = (session(student) + new NVPair('Content-Type', 'application/json')) as NVPair[]
    String body = '{"studentId":' + student + ',"courseId":' + (1 + ThreadLocalRandom.current().nextInt(parameters.courses)) + '}'
    judge(client.POST(parameters.target + '/api/enrollments', body.getBytes('UTF-8'), headers).getStatusCode(), true)
  }

  /** The header by which a student is signed in; none where none is needed. */
  private List<NVPair> session(int student) {
    return parameters.tokens.isEmpty() ? [] : [new NVPair('Authorization', 'Bearer ' + parameters.tokens.get(student - 1))]
  }

  private int randomStudent() {
    return 1 + ThreadLocalRandom.current().nextInt(parameters.students)
  }

  private static void tell(long lateness) {
    grinder.getStatistics().getForCurrentTest().setLong('userLong0', Math.round(lateness / 1e6d))
  }

  private static void judge(int status, boolean enrollment) {
    Statistics.StatisticsForTest current = grinder.getStatistics().getForCurrentTest()
    if (enrollment && status == 201) {
      current.setLong('userLong1', 1L)
    } else if (enrollment && status == 409) {
      current.setLong('userLong2', 1L)
    } else if (enrollment || status != 200) {
      // more errors than good answers for 10 seconds, and the controller ends the test
      current.setSuccess(false)
      if (UNEXPECTED.incrementAndGet() <= LOGGED) {
        grinder.getLogger().warn('unexpected status {}', status)
      }
    }
  }
}
