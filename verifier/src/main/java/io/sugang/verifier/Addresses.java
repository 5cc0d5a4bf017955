package io.sugang.verifier;

import java.util.Map;

/** Where MySQL and Redis are, from the same variables that the service reads. */
record Addresses(
    String mysqlHost,
    int mysqlPort,
    String mysqlDatabase,
    String mysqlUser,
    String mysqlPassword,
    String mysqlSslMode,
    String redisHost,
    int redisPort,
    boolean redisTls,
    String redisUser,
    String redisPassword,
    boolean seatsInRedis,
    boolean rules,
    boolean planRules,
    boolean auditTrail) {

  static Addresses from(Map<String, String> environment) {
    var password = environment.get("MYSQL_PASSWORD");
    if (password == null) {
      throw new UsageError(
          "MYSQL_PASSWORD is not set. Run ./sugang verify, which knows it, or take it from .env.");
    }
    return new Addresses(
        environment.getOrDefault("MYSQL_HOST", "127.0.0.1"),
        port(environment, "MYSQL_PORT", 3306),
        environment.getOrDefault("MYSQL_DATABASE", "sugang"),
        environment.getOrDefault("MYSQL_USER", "sugang"),
        password,
        environment.getOrDefault("MYSQL_SSL_MODE", "DISABLED"),
        environment.getOrDefault("REDIS_HOST", "127.0.0.1"),
        port(environment, "REDIS_PORT", 6379),
        isOn("REDIS_TLS", environment.getOrDefault("REDIS_TLS", "off")),
        environment.getOrDefault("REDIS_USER", "sugang"),
        environment.getOrDefault("REDIS_PASSWORD", ""),
        seatsInRedis(environment.getOrDefault("SUGANG_SEAT_CONTROL", "redis")),
        isOn("SUGANG_RULES", environment.getOrDefault("SUGANG_RULES", "on")),
        isOn("SUGANG_PLAN_RULES", environment.getOrDefault("SUGANG_PLAN_RULES", "off")),
        isOn("SUGANG_AUDIT_TRAIL", environment.getOrDefault("SUGANG_AUDIT_TRAIL", "on")));
  }

  String mysql() {
    return "%s:%d/%s".formatted(mysqlHost, mysqlPort, mysqlDatabase);
  }

  String redis() {
    return "%s:%d".formatted(redisHost, redisPort);
  }

  String redisUri() {
    return (redisTls ? "rediss://" : "redis://") + redis();
  }

  private static boolean isOn(String name, String value) {
    return switch (value) {
      case "on", "true" -> true;
      case "off", "false" -> false;
      default ->
          throw new UsageError("%s is \"%s\"; allowed are on and off.".formatted(name, value));
    };
  }

  private static boolean seatsInRedis(String control) {
    return switch (control) {
      case "redis" -> true;
      case "lock" -> false;
      default ->
          throw new UsageError(
              "SUGANG_SEAT_CONTROL is \"%s\"; allowed are redis and lock.".formatted(control));
    };
  }

  private static int port(Map<String, String> environment, String name, int standard) {
    var text = environment.get(name);
    if (text == null) {
      return standard;
    }
    try {
      var port = Integer.parseInt(text);
      if (port >= 1 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UsageError("%s is \"%s\"; it must be a port from 1 to 65535.".formatted(name, text));
  }
}
