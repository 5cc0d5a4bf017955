package io.sugang.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.annotation.DirtiesContext;

/**
 * A {@link SugangTest} that may stop, kill and freeze its servers: they and the context belong to
 * this class alone and end with it. Time limits are those that are shipped.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@SugangTest(privateServers = true)
@DirtiesContext
public @interface FaultTest {
  /** Returns settings as {@code key=value}; stronger than all other settings. */
  @AliasFor(annotation = SugangTest.class)
  String[] properties() default {};
}
