package io.sugang.ops.nginx;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of the rules of {@code nginx.conf}. Each test that takes a {@link NginxFront} has one of
 * its own. Without an NGINX on this machine the tests are skipped.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NginxFrontExtension.class)
@interface NginxTest {}
