package io.sugang.catalog.course;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The address of the seats of a department, in the spellings that usual clients give it. NGINX
 * keeps an answer by the text of its address, so a department may have a few spellings only.
 */
final class SeatAddress {
  private static final String PATH = "/api/seats?";

  private final String strict;
  private final Set<String> usual;

  /**
   * @param department its name, as courses have it
   * @param term or null for all terms but mock ones
   */
  SeatAddress(String department, @Nullable Long term) {
    String form = URLEncoder.encode(department, StandardCharsets.UTF_8);
    String escaped = form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    // What browsers leave as it is, in an address and in encodeURIComponent.
    String ofBrowser =
        escaped.replace("%21", "!").replace("%28", "(").replace("%29", ")").replace("%2A", "*");
    strict = query(escaped, term);
    usual =
        Stream.of(escaped, form, ofBrowser, ofBrowser.replace("%27", "'"))
            .map(name -> query(name, term))
            .collect(Collectors.toUnmodifiableSet());
  }

  private static String query(String department, @Nullable Long term) {
    return "department=" + department + (term == null ? "" : "&term=" + term);
  }

  /** Returns whether a query, as it was sent, is one of the usual spellings. */
  boolean isUsual(@Nullable String query) {
    return query != null && usual.contains(query);
  }

  /** Returns path and query, with all characters escaped that may be. */
  String text() {
    return PATH + strict;
  }
}
