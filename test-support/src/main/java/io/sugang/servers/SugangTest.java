package io.sugang.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.ContextCustomizerFactories;

/**
 * A test of the whole service on random ports against real servers: a new schema on the shared
 * MySQL, and a Redis of its own. A small seed fills the schema: 200 students, 10 professors, 20
 * courses of 50 seats. No warm-up, and longer time limits than those that are shipped.
 *
 * <p>{@link RedisServer}, {@link MySqlServer} and {@link MySqlDatabase} can be injected. All
 * classes with equal properties share one context and so its data: use ids that no other class
 * uses, or a {@link FaultTest}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@ContextCustomizerFactories(TestServersCustomizer.Factory.class)
public @interface SugangTest {
  /** Returns settings as {@code key=value}; stronger than all other settings. */
  @AliasFor(annotation = SpringBootTest.class)
  String[] properties() default {};

  /**
   * Returns whether this class has a context and servers, MySQL too, for itself alone; see {@link
   * FaultTest}.
   */
  boolean privateServers() default false;
}
