import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers as the service would, for k6/test: 37 students, 5 courses from number 11 on. The first ten enrollments win, then a
/// course is full by turns with a student who is enrolled already. `failing`: every fourth of those is a 503. `strange`: a 409
/// that the API does not give to a load. `down`: every answer is a 502. An enrollment needs the token of its student (check/tokens),
/// and so does a read, unless it is one of the questions before the load, which have none.
/// Prints its port, ends with its standard input.
void main(String[] arguments) throws IOException {
  String mood = arguments[0];
  var enrollments = new AtomicInteger();
  var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
  server.createContext("/api/students/", exchange -> {
    int id = Integer.parseInt(exchange.getRequestURI().getPath().replaceFirst(".*/", ""));
    boolean anothers = exchange.getRequestHeaders().containsKey("Authorization") && !signedIn(exchange, id);
    answer(exchange, anothers ? 404 : mood.equals("down") ? 502 : id >= 1 && id <= 37 ? 200 : 404, "{}");
  });
  server.createContext("/api/courses", exchange -> {
    boolean last = exchange.getRequestURI().getQuery().contains("page=4");
    answer(exchange, 200, "{\"content\":[{\"courseId\":" + (last ? 15 : 11) + "}],\"totalElements\":5}");
  });
  server.createContext("/api/enrollments", exchange -> {
    String wish = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    if (!wish.matches("\\{\"studentId\":([1-9]|[12][0-9]|3[0-7]),\"courseId\":1[1-5]}")) {
      answer(exchange, 400, wish);
      return;
    }
    if (!signedIn(exchange, Integer.parseInt(wish.replaceFirst(".*studentId\":([0-9]+).*", "$1")))) {
      answer(exchange, 403, "{}");
      return;
    }
    int turn = enrollments.incrementAndGet();
    if (turn <= 10) {
      answer(exchange, 201, "{}");
    } else if (mood.equals("failing") && turn % 4 == 0) {
      answer(exchange, 503, "{}");
    } else {
      String code = mood.equals("strange") ? "REQUEST_IN_FLIGHT" : turn % 2 == 0 ? "COURSE_FULL" : "ALREADY_ENROLLED";
      answer(exchange, 409, "{\"status\":409,\"code\":\"" + code + "\"}");
    }
  });
  server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
  server.start();
  IO.println(server.getAddress().getPort());
  System.in.readAllBytes();
  System.exit(0);
}

static boolean signedIn(HttpExchange exchange, int student) {
  return ("Bearer token-" + student).equals(exchange.getRequestHeaders().getFirst("Authorization"));
}

static void answer(HttpExchange exchange, int status, String body) throws IOException {
  byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
  exchange.sendResponseHeaders(status, bytes.length);
  exchange.getResponseBody().write(bytes);
  exchange.close();
}
