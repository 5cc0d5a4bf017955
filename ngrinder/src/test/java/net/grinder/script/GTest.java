package net.grinder.script;

/** Declaration of nGrinder's type (ngrinder-groovy/src/main/java/net/grinder/script/GTest.java), of what the script uses of it. */
public class GTest extends Test {
  public GTest(int number, String description) {
    super(number, description);
  }

  /** There "since 3.2.1": an InstrumentationFilter by the method's name. */
  public final void record(Object target, String methodName)
      throws NonInstrumentableTypeException {
    record(target, method -> ((java.lang.reflect.Method) method).getName().equals(methodName));
  }
}
