/**
 * Students: read through Redis (look-aside), corrected in MySQL.
 *
 * <p>Metric {@code sugang.student.cache}, a counter of look-ups in Redis by tag {@code result}:
 * {@code hit}, {@code unknown_hit} (the id is remembered as unknown), {@code miss} (MySQL is read,
 * or a load under way awaited), {@code error} (Redis is away; MySQL is read).
 */
@NullMarked
package io.sugang.student;

import org.jspecify.annotations.NullMarked;
