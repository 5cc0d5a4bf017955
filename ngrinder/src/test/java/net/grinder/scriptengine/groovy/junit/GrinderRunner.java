package net.grinder.scriptengine.groovy.junit;

import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

/** Declaration of nGrinder's type: the script names it, the tests call it themselves. */
public class GrinderRunner extends BlockJUnit4ClassRunner {
  public GrinderRunner(Class<?> script) throws InitializationError {
    super(script);
  }
}
