package io.sugang.ops.options;

import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** Has picocli refuse numbers outside a {@link Range} with one line that names what is allowed. */
public final class Ranges {
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
  private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  private Ranges() {}

  /** Applies the ranges of a command and of its subcommands. */
  public static void apply(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    for (OptionSpec option : List.copyOf(spec.options())) {
      if (option.group() == null) {
        // Each one is added again, so that the help keeps their order.
        spec.remove(option);
        spec.addOption(ranged(option));
      }
    }
    command.getSubcommands().values().forEach(Ranges::apply);
  }

  private static OptionSpec ranged(OptionSpec option) {
    return option.userObject() instanceof AnnotatedElement field
            && field.isAnnotationPresent(Range.class)
        ? option.toBuilder().converters(converter(option, field.getAnnotation(Range.class))).build()
        : option;
  }

  private static ITypeConverter<?> converter(OptionSpec option, Range range) {
    Class<?> type = option.type();
    if (type == double.class || type == Double.class) {
      return text -> Double.valueOf(number(DECIMAL, text, option.longestName(), range));
    }
    if (type == long.class || type == Long.class) {
      return text -> Long.valueOf(number(WHOLE, text, option.longestName(), range));
    }
    return text -> Integer.valueOf(number(WHOLE, text, option.longestName(), range));
  }

  private static String number(Pattern form, String text, String name, Range range) {
    BigDecimal from = BigDecimal.valueOf(range.from());
    BigDecimal to = BigDecimal.valueOf(range.to());
    if (form.matcher(text).matches()) {
      var value = new BigDecimal(text);
      if (value.compareTo(from) >= 0 && value.compareTo(to) <= 0) {
        return value.toPlainString();
      }
    }
    throw new TypeConversionException(
        "%s takes a number from %s to %s, not '%s'".formatted(name, plain(from), plain(to), text));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
