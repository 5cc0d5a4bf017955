package io.sugang.acceptance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that share one {@link Campus}, which their constructors take. Each makes rows of its own
 * with an {@link OwnTerm} and deletes none: the verifier judges all of them. Classes overlap. One
 * that disturbs the others is {@link org.junit.jupiter.api.parallel.Isolated} and runs after them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(CampusExtension.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@interface AcceptanceTest {}
