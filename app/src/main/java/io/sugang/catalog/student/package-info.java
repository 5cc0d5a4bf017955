/**
 * Students: read through the near cache and Redis (cache-aside), corrected in MySQL.
 *
 * <p>Metrics:
 *
 * <ul>
 *   <li>{@code sugang.student.local}, a counter of look-ups in the instance's memory by tag {@code
 *       result}: {@code hit}, {@code miss} (Redis is asked), {@code bypassed} (Redis is asked and
 *       nothing kept, because there are no invalidations).
 *   <li>{@code sugang.student.cache}, a counter of look-ups in Redis by the same tag: {@code hit},
 *       {@code unknown_hit}, {@code miss}, {@code error}. With {@code unknown_hit} the id is marked
 *       as unknown, and MySQL is read without a lease. With {@code miss} MySQL is read, or a
 *       running load awaited. With {@code error} Redis is away, and MySQL is read.
 * </ul>
 */
@ApplicationModule
@NullMarked
package io.sugang.catalog.student;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
