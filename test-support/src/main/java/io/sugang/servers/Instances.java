package io.sugang.servers;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Several instances of the service, in this JVM, each with pools, caches and ports of its own, on
 * the same servers.
 */
public final class Instances implements AutoCloseable {
  /** Keeps the time limits that are shipped, for tests of what happens when they are over. */
  public static final String SHIPPED_LIMITS = "sugang.test.shipped-limits=true";

  private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

  private Instances() {}

  /**
   * Starts instances one after another. Time limits are longer than those that are shipped, without
   * {@link #SHIPPED_LIMITS}.
   *
   * @param application the class with {@code @SpringBootApplication}
   * @param properties {@code key=value}; stronger than all other settings
   */
  public static Instances start(
      Class<?> application,
      int count,
      MySqlDatabase database,
      RedisServer redis,
      String... properties) {
    var arguments = arguments(database, redis, properties);
    var instances = new Instances();
    try {
      for (var i = 0; i < count; i++) {
        instances.contexts.add(new SpringApplicationBuilder(application).run(arguments));
      }
    } catch (RuntimeException e) {
      instances.close();
      throw e;
    }
    return instances;
  }

  public List<URI> baseUrls() {
    return contexts.stream().map(context -> url(context, "local.server.port")).toList();
  }

  /** Returns the contexts, for looking at beans of one instance. */
  public List<ConfigurableApplicationContext> contexts() {
    return List.copyOf(contexts);
  }

  @Override
  public void close() {
    contexts.forEach(ConfigurableApplicationContext::close);
    contexts.clear();
  }

  static String[] arguments(MySqlDatabase database, RedisServer redis, String... properties) {
    var patient = !List.of(properties).contains(SHIPPED_LIMITS);
    return Stream.concat(
            TestSettings.of(database, redis, patient).entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .filter(setting -> !isSetBy(properties, setting)),
            Stream.of(properties))
        .map(setting -> "--" + setting)
        .toArray(String[]::new);
  }

  private static URI url(ConfigurableApplicationContext context, String portProperty) {
    return URI.create(
        "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty(portProperty));
  }

  private static boolean isSetBy(String[] properties, String setting) {
    var key = setting.substring(0, setting.indexOf('=') + 1);
    return Stream.of(properties).anyMatch(property -> property.startsWith(key));
  }
}
