package io.sugang.platform.problem;

import java.beans.PropertyEditorSupport;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.beans.PropertyEditorRegistrar;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Editors for numbers in paths and queries, which accept decimal digits only: Spring alone also
 * accepts {@code 0x1F}, {@code #1F} and blanks.
 *
 * <p>Editors and not converters, because after a converter that fails Spring tries its own, lenient
 * editor. Registered on the WebBindingInitializer: Spring resolves an {@code @InitBinder} method
 * anew for every request, which took 5 % of the time of a request thread.
 */
@Component
final class StrictNumbers implements PropertyEditorRegistrar {
  private static final Pattern DECIMAL = Pattern.compile("0|-?[1-9][0-9]{0,18}");

  @Autowired
  void joinBinders(RequestMappingHandlerAdapter controllers) {
    if (!(controllers.getWebBindingInitializer()
        instanceof ConfigurableWebBindingInitializer binders)) {
      throw new IllegalStateException("Binders of controllers take no editors");
    }
    binders.setPropertyEditorRegistrar(this);
  }

  @Override
  public void registerCustomEditors(PropertyEditorRegistry binder) {
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
