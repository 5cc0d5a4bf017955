package io.sugang.problem;

import java.util.regex.Pattern;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Numbers in paths and queries are plain decimal: Spring alone would also take {@code 0x1F}, {@code
 * #1F} and blanks.
 */
@Configuration(proxyBeanMethods = false)
class StrictNumbers implements WebMvcConfigurer {
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  @Override
  public void addFormatters(FormatterRegistry registry) {
    registry.addConverter(String.class, Long.class, text -> Long.valueOf(decimal(text)));
    registry.addConverter(String.class, Integer.class, text -> Integer.valueOf(decimal(text)));
  }

  private static String decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new IllegalArgumentException("not a decimal number");
    }
    return text;
  }
}
