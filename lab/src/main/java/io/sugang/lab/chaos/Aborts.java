package io.sugang.lab.chaos;

import io.sugang.lab.control.Operator;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that close the connection before their whole answer arrived: enrolling ones at any moment
 * of it, readers of long lists after the first bytes, by a reset.
 */
final class Aborts {
  private static final int ENROLLING = 30;
  private static final int LISTS = 10;
  private static final int LONGEST_MILLIS = 12;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration CALM = Duration.ofSeconds(10);
  private static final String UNDER_WAY = "sugang_fastpath_under_way_requests";

  private final ScenarioContext context;
  private final Clients clients;

  Aborts(ScenarioContext context) {
    this.context = context;
    this.clients = context.clients();
  }

  void run(Duration length) throws Exception {
    long end = System.nanoTime() + length.toNanos();
    AtomicInteger enrolling = new AtomicInteger();
    AtomicInteger lists = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    threads.addAll(
        clients.start(
            ENROLLING,
            client -> {
              while (System.nanoTime() < end) {
                enroll(client);
                enrolling.incrementAndGet();
                Thread.sleep(ThreadLocalRandom.current().nextInt(5, 30));
              }
            }));
    threads.addAll(
        clients.start(
            LISTS,
            _ -> {
              while (System.nanoTime() < end) {
                if (readAndReset()) {
                  lists.incrementAndGet();
                }
                Thread.sleep(ThreadLocalRandom.current().nextInt(10, 50));
              }
            }));
    Clients.join(threads);
    context.say(
        "%,d clients gave up their enrollment, %,d a list after its first bytes"
            .formatted(enrolling.get(), lists.get()));
    context.requireFelt(lists.get() > 0, "no list was aborted midway");
  }

  private void enroll(Client client) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long[] students = context.dataset().students();
    long[] courses = context.dataset().courses();
    PlannedRequest planned =
        clients.plannedRequest(
            students[random.nextInt(students.length)], courses[random.nextInt(courses.length)]);
    long until = System.nanoTime() + PATIENCE.toNanos();
    client.enroll(planned, "", Duration.ofMillis(random.nextInt(LONGEST_MILLIS)), () -> until);
  }

  private boolean readAndReset() {
    URI target = clients.target();
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(2048);
      socket.setSoLinger(true, 0);
      socket.setSoTimeout(5_000);
      socket.connect(new InetSocketAddress(target.getHost(), target.getPort()), 3_000);
      String request =
          "GET /api/courses?size=100 HTTP/1.1\r\nHost: " + target.getHost() + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return in.read() >= 0;
    } catch (IOException gone) {
      return false;
    }
  }

  /** A request whose client has left gives its permit back. To be asked when nothing is sent. */
  static void nothingStaysUnderWay(ScenarioContext context) throws Exception {
    for (String instance : context.instances()) {
      try (Management management = Management.of(context, instance)) {
        long until = System.nanoTime() + CALM.toNanos();
        double underWay = management.metric(UNDER_WAY);
        while (underWay > 0 && System.nanoTime() < until) {
          context.last(0.1);
          underWay = management.metric(UNDER_WAY);
        }
        context.promise(
            underWay == 0,
            "%s has %.0f requests in flight whose clients are gone".formatted(instance, underWay));
      } catch (Operator.Unsupported notHere) {
        return;
      }
    }
  }
}
