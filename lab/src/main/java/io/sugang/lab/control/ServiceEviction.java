package io.sugang.lab.control;

import io.sugang.ops.workspace.Interruption;
import io.sugang.ops.workspace.Job;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Takes the service's connections to MySQL away. One session does all of it, because there is no
 * place for another one before the service's are gone.
 */
final class ServiceEviction {
  private static final int ANSWER_SECONDS = 10;
  private static final int ALL_SECONDS = 20;
  private static final String NONE = "none";

  // The 40 keep GROUP_CONCAT below its longest answer.
  private static final String SESSIONS =
      """
      SELECT @@GLOBAL.max_connections, (SELECT COALESCE(GROUP_CONCAT(id), 'none') FROM
        (SELECT id FROM information_schema.processlist WHERE user = 'sugang' ORDER BY id LIMIT 40) AS some);
      """;

  private final PartOperations parts;

  ServiceEviction(PartOperations parts) {
    this.parts = parts;
  }

  /**
   * Has MySQL admit no more than a number of connections and ends the service's sessions.
   *
   * @return how many ended
   */
  int evict(int limit) throws IOException {
    // --force: a session that had ended by itself is an error to the client, and none here.
    Job client = parts.administrator("--force", "--skip-column-names", "--batch", "--unbuffered");
    Process process = client.begin();
    BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    Thread reader = Thread.ofVirtual().start(() -> read(process, answers));
    try (var sql = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
      return untilGone(limit, sql, answers);
    } catch (InterruptedException signal) {
      Thread.currentThread().interrupt();
      throw new Interruption();
    } finally {
      process.destroy();
      reader.interrupt();
    }
  }

  private static void read(Process process, BlockingQueue<String> answers) {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        answers.add(line);
      }
    } catch (IOException ended) {
      // The question without an answer reports it.
    }
  }

  private static int untilGone(int limit, PrintStream sql, BlockingQueue<String> answers)
      throws IOException, InterruptedException {
    Set<String> ended = new HashSet<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ALL_SECONDS);
    sql.println("SET GLOBAL max_connections = " + limit + ";");
    while (true) {
      sql.print(SESSIONS);
      sql.flush();
      String answer = answers.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
      if (answer == null) {
        throw new IOException("MySQL does not answer within " + ANSWER_SECONDS + " s");
      }
      String[] columns = answer.split("\t");
      if (columns.length != 2 || !columns[0].equals(Integer.toString(limit))) {
        throw new IOException("max_connections is %s, not %d".formatted(columns[0], limit));
      }
      if (columns[1].equals(NONE)) {
        return ended.size();
      }
      if (System.nanoTime() > end) {
        throw new IOException("the service still has the sessions " + columns[1]);
      }
      for (String id : columns[1].split(",")) {
        sql.println("KILL " + id + ";");
        ended.add(id);
      }
    }
  }
}
