package io.sugang.problem;

import java.beans.PropertyEditorSupport;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/**
 * Numbers in paths and queries are plain decimal: Spring alone would also take {@code 0x1F}, {@code
 * #1F} and blanks.
 *
 * <p>Editors and not converters, because after a converter that refuses Spring tries its own,
 * lenient editor.
 */
@ControllerAdvice
class StrictNumbers {
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  @InitBinder
  void replaceLenientEditors(WebDataBinder binder) {
    List.of(long.class, Long.class)
        .forEach(type -> binder.registerCustomEditor(type, new DecimalEditor(Long::valueOf)));
    List.of(int.class, Integer.class)
        .forEach(type -> binder.registerCustomEditor(type, new DecimalEditor(Integer::valueOf)));
  }

  private static final class DecimalEditor extends PropertyEditorSupport {
    private final Function<String, Number> parse;

    DecimalEditor(Function<String, Number> parse) {
      this.parse = parse;
    }

    @Override
    public void setAsText(String text) {
      if (!DECIMAL.matcher(text).matches()) {
        throw new IllegalArgumentException("not a decimal number");
      }
      setValue(parse.apply(text));
    }
  }
}
