/**
 * Script files, the address of Redis, and calls to a Redis that may be away. The gate has a circuit
 * and rules of its own.
 */
@ApplicationModule
@NullMarked
package io.sugang.platform.redis;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
