package io.sugang.ops.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings: the environment of the command first, then the file {@code .env}. Docker compose
 * reads the same file in the same order.
 */
public final class Settings {
  /**
   * The passwords of the accounts of MySQL and Redis and of Grafana's administrator, the key that
   * signs sessions, and the secret of the local accounts.
   */
  public static final List<String> SECRETS =
      List.of(
          "MYSQL_PASSWORD",
          "MYSQL_OWNER_PASSWORD",
          "MYSQL_READER_PASSWORD",
          "MYSQL_ROOT_PASSWORD",
          "REDIS_PASSWORD",
          "REDIS_READER_PASSWORD",
          "REDIS_ADMIN_PASSWORD",
          "GRAFANA_PASSWORD",
          "SUGANG_SESSION_KEY",
          "SUGANG_ACCOUNT_SECRET");

  private static final String CHARACTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  static final int SECRET_LENGTH = 32;
  private static final Pattern NOTE = Pattern.compile("\\s#.*$");
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private final Path file;
  private final Map<String, String> environment;

  public Settings(Path file, Map<String, String> environment) {
    this.file = file;
    this.environment = Map.copyOf(environment);
  }

  public Path file() {
    return file;
  }

  public boolean written() {
    return Files.exists(file);
  }

  /** Returns these settings with others that come first. */
  public Settings with(Map<String, String> others) {
    var merged = new HashMap<>(environment);
    merged.putAll(others);
    return new Settings(file, merged);
  }

  /** Returns the value, or "" if there is none or an empty one. */
  public String get(String name) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? inFile(name) : value;
  }

  public String get(String name, String otherwise) {
    String value = get(name);
    return value.isEmpty() ? otherwise : value;
  }

  /** Returns whether MySQL's binary logs are copied while the stack runs. */
  public boolean backupOn() {
    return get("SUGANG_BACKUP").equals("on");
  }

  /** Returns a number, its default without the setting; throws a failure for anything else. */
  public int number(String name) {
    return SettingRules.number(name, get(name));
  }

  /** Throws a failure that names the first setting with a value that is not allowed. */
  public void check() {
    SettingRules.check(this);
  }

  /** Returns a port of a variable that other programs set; throws a failure for anything else. */
  public static int port(Map<String, String> environment, String name, int otherwise) {
    String value = environment.getOrDefault(name, "");
    return value.isEmpty() ? otherwise : SettingRules.number(name, value, 1, 65_535);
  }

  private String inFile(String name) {
    Pattern line = Pattern.compile("\\s*(?:export\\s+)?" + Pattern.quote(name) + "=(.*)");
    String value = "";
    for (String each : lines()) {
      Matcher matcher = line.matcher(each);
      if (matcher.matches()) {
        value = matcher.group(1);
      }
    }
    return unquoted(value);
  }

  private static String unquoted(String value) {
    if (value.length() >= 2
        && (value.startsWith("\"") && value.endsWith("\"")
            || value.startsWith("'") && value.endsWith("'"))) {
      return value.substring(1, value.length() - 1);
    }
    return NOTE.matcher(value).replaceFirst("").stripTrailing();
  }

  private List<String> lines() {
    try {
      return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException unreadable) {
      throw new Failure("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
    }
  }

  /**
   * Writes the file with new secrets if there is none, and otherwise adds the secrets that it
   * lacks.
   */
  public void provide(Console console) {
    if (!written()) {
      writeNew();
      console.say("  .env written with new passwords");
      return;
    }
    var added = new ArrayList<String>();
    for (String name : SECRETS) {
      if (get(name).isEmpty()) {
        keep(name, randomSecret());
        added.add(name);
      }
    }
    if (!added.isEmpty()) {
      console.say("  .env got new passwords: " + String.join(" ", added));
    }
  }

  /** Writes the file with new secrets: complete or not at all, readable by its owner only. */
  public void writeNew() {
    var secrets = new StringBuilder();
    SECRETS.forEach(name -> secrets.append(name).append('=').append(randomSecret()).append('\n'));
    replace(template().replace("@SECRETS@\n", secrets));
  }

  private static String template() {
    try (var template = Settings.class.getResourceAsStream("env.template")) {
      if (template == null) {
        throw new IllegalStateException("env.template is missing in the jar");
      }
      return new String(template.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Puts a value into the file, in place of a line of that name, even one that is a comment. */
  public void keep(String name, String value) {
    Pattern line = Pattern.compile("\\s*#?\\s*" + Pattern.quote(name) + "=.*");
    var kept = new ArrayList<String>();
    boolean done = false;
    for (String each : lines()) {
      if (line.matcher(each).matches()) {
        if (!done) {
          kept.add(name + "=" + value);
        }
        done = true;
      } else {
        kept.add(each);
      }
    }
    if (!done) {
      kept.add(name + "=" + value);
    }
    replace(String.join("\n", kept) + "\n");
  }

  private void replace(String text) {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    try {
      Files.deleteIfExists(partial);
      FileAttribute<?> closed = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
      Files.createFile(partial, closed);
      Files.writeString(partial, text, StandardOpenOption.TRUNCATE_EXISTING);
      Files.move(
          partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException denied) {
      throw new Failure("%s cannot be written: %s".formatted(file, denied.getMessage()));
    }
  }

  /** Returns 32 letters and digits. */
  public static String randomSecret() {
    var random = new SecureRandom();
    var text = new StringBuilder();
    for (int i = 0; i < SECRET_LENGTH; i++) {
      text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
    }
    return text.toString();
  }

  /** Throws a failure if the file lacks a secret. */
  public void requireSecrets() {
    for (String name : SECRETS) {
      if (get(name).isEmpty()) {
        throw new Failure("%s is not in %s; ./sugang up adds it".formatted(name, file));
      }
    }
  }
}
