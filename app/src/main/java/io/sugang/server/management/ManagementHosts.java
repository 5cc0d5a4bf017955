package io.sugang.server.management;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The hosts that the management port answers for: {@code localhost}, addresses, and the names of
 * the settings. A page of another site always has a name in its requests, also when that name was
 * made to lead to this machine.
 */
final class ManagementHosts {
  private static final Pattern ADDRESS =
      Pattern.compile("[0-9]{1,3}([.][0-9]{1,3}){3}|\\[[0-9a-f:.]+]");
  private static final Pattern PORT = Pattern.compile(":[0-9]*$");

  private final Set<String> names = new TreeSet<>(Set.of("localhost"));

  ManagementHosts(ManagementProperties properties) {
    properties.hosts().forEach(name -> names.add(plain(name)));
  }

  /**
   * Whether requests for a host are answered.
   *
   * @param host as in the header of that name, with or without a port
   */
  boolean include(String host) {
    String name = plain(PORT.matcher(host).replaceFirst(""));
    return names.contains(name) || ADDRESS.matcher(name).matches();
  }

  private static String plain(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }
}
