package io.sugang.ops.local;

import io.sugang.ops.build.Jdk;
import io.sugang.ops.control.MysqlAccount;
import io.sugang.ops.workspace.Failure;
import io.sugang.ops.workspace.Job;
import io.sugang.ops.workspace.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The environment that an instance and the tools read: addresses, accounts and settings. */
final class InstanceSettings {
  /** Settings that reach an instance. Every other one of the service's keeps its default. */
  private static final String PASSED =
      """
      MYSQL_SSL_MODE SUGANG_ADDRESS_SEARCHES SUGANG_API_DOCS SUGANG_FASTPATH SUGANG_HTTPS
      SUGANG_HTTP_THREADS SUGANG_MANAGEMENT_HOSTS SUGANG_MYSQL_POOL SUGANG_RULES
      SUGANG_SEAT_CONTROL SUGANG_SEED SUGANG_SEED_CAPACITY SUGANG_SEED_COURSES
      SUGANG_SEED_PROFESSORS SUGANG_SEED_STUDENTS SUGANG_SIGN_IN SUGANG_SIGN_INS_PER_MINUTE
      SUGANG_STUDENT_CACHE SUGANG_TOKEN_LIMIT SUGANG_WARMUP
      SUGANG_FASTPATH_IN_PLACE
      """;

  /** Settings that reach an instance and no tool: of its identity provider. */
  private static final String OF_PROVIDER =
      """
      SUGANG_OIDC_CLIENT_ID SUGANG_OIDC_CLIENT_SECRET SUGANG_OIDC_ISSUER SUGANG_OIDC_ROLE_CLAIM
      SUGANG_OIDC_SCOPES SUGANG_OIDC_STAFF_CLAIM SUGANG_OIDC_STUDENT_CLAIM SUGANG_OIDC_TIMEOUT
      SUGANG_PUBLIC_URL
      """;

  private InstanceSettings() {}

  /** Returns what an instance of this stack reads. */
  static Map<String, String> of(LocalContext stack) {
    Settings settings = stack.settings();
    var environment = addresses(stack);
    environment.put("MYSQL_USER", MysqlAccount.SERVICE.user());
    environment.put("MYSQL_PASSWORD", settings.get("MYSQL_PASSWORD"));
    environment.put("MYSQL_OWNER_USER", MysqlAccount.OWNER.user());
    environment.put("MYSQL_OWNER_PASSWORD", settings.get("MYSQL_OWNER_PASSWORD"));
    environment.put("REDIS_USER", "sugang");
    environment.put("REDIS_PASSWORD", settings.get("REDIS_PASSWORD"));
    environment.put("SUGANG_SESSION_KEY_PREVIOUS", settings.get("SUGANG_SESSION_KEY_PREVIOUS"));
    environment.put("SUGANG_ACCOUNT_SECRET", settings.get("SUGANG_ACCOUNT_SECRET"));
    putSet(OF_PROVIDER, settings, environment);
    return environment;
  }

  /** Returns the environment of the tools, whose accounts can only read. */
  static Map<String, String> ofTools(LocalContext stack) {
    Settings settings = stack.settings();
    var environment = addresses(stack);
    environment.put("MYSQL_USER", MysqlAccount.READER.user());
    environment.put("MYSQL_PASSWORD", settings.get("MYSQL_READER_PASSWORD"));
    environment.put("REDIS_USER", "sugang_reader");
    environment.put("REDIS_PASSWORD", settings.get("REDIS_READER_PASSWORD"));
    return environment;
  }

  private static Map<String, String> addresses(LocalContext stack) {
    var environment = new TreeMap<String, String>();
    environment.put("MYSQL_HOST", "127.0.0.1");
    environment.put("MYSQL_PORT", Integer.toString(stack.ports().of("MYSQL")));
    environment.put("MYSQL_DATABASE", "sugang");
    environment.put("REDIS_HOST", "127.0.0.1");
    environment.put("REDIS_PORT", Integer.toString(stack.ports().of("REDIS")));
    // The tools sign the tokens of their requests.
    environment.put("SUGANG_SESSION_KEY", stack.settings().get("SUGANG_SESSION_KEY"));
    putSet(PASSED, stack.settings(), environment);
    return environment;
  }

  private static void putSet(String names, Settings settings, Map<String, String> environment) {
    for (String name : names.split("\\s")) {
      String value = settings.get(name);
      if (!value.isEmpty()) {
        environment.put(name, value);
      }
    }
  }

  /** Returns the options of an instance's JVM. */
  static List<String> jvmOptions(Settings settings) {
    var options = new ArrayList<String>();
    options.add("-Xmx" + settings.get("SUGANG_HEAP", "512m"));
    options.add("-XX:+UseSerialGC");
    // 100: 36 MB of compiled code would otherwise cause a full collection in the middle of a rush.
    options.add("-XX:SweeperThreshold=100");
    options.add("-XX:+ExitOnOutOfMemoryError");
    String more = settings.get("SUGANG_JAVA_OPTIONS").strip();
    if (!more.isEmpty()) {
      options.addAll(List.of(more.split("\\s+")));
    }
    return options;
  }

  /**
   * Refuses options with which the JVM of an instance would not start.
   *
   * @throws Failure with what the JVM says
   */
  static void checkJvmOptions(Settings settings, Jdk jdk) {
    if (settings.get("SUGANG_JAVA_OPTIONS").isBlank()) {
      return;
    }
    var command = new ArrayList<>(List.of(jdk.java()));
    command.addAll(jvmOptions(settings));
    // These wait for a debugger, or use a port or a file of an instance that runs.
    command.removeIf(option ->
        option.matches(
            "-(agent|javaagent|Xrun|Dcom.sun.management|Xlog.*file=|XX:(Start|Archive|AOT)).*"));
    command.add("-version");
    Job.Result start = Job.of(command).within(Duration.ofMinutes(1)).run();
    if (!start.succeeded()) {
      throw new Failure("no JVM starts with SUGANG_JAVA_OPTIONS:\n" + start.output().strip());
    }
  }
}
