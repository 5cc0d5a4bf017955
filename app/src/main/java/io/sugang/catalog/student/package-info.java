/**
 * Students: read through the near cache and Redis (cache-aside), corrected in MySQL.
 *
 * <p>Metrics: {@code sugang.student.local}, a counter of look-ups in the instance's memory by tag
 * {@code result}: {@code hit}, {@code miss} (Redis is asked), {@code bypassed} (Redis is asked and
 * nothing kept, because there are no invalidations). {@code sugang.student.cache}, a counter of
 * look-ups in Redis by tag {@code result}: {@code hit}, {@code unknown_hit} (the id is marked as
 * unknown; MySQL is read without a lease), {@code miss} (MySQL is read, or a running load awaited),
 * {@code error} (Redis is away; MySQL is read).
 */
@ApplicationModule
@NullMarked
package io.sugang.catalog.student;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
