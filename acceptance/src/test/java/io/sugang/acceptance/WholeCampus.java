package io.sugang.acceptance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Acceptance tests that run alone. They stop an instance, compare all tables, measure instances, or
 * add a term that every page shows.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock(AcceptanceTest.CAMPUS)
@interface WholeCampus {}
