/**
 * Students: read through the instance's memory and Redis (look-aside), corrected in MySQL.
 *
 * <p>Metrics: {@code sugang.student.local}, a counter of look-ups in the instance's memory by tag
 * {@code result}: {@code hit}, {@code miss} (Redis is asked), {@code bypassed} (Redis is asked, and
 * nothing kept, because nobody would tell of changes). {@code sugang.student.cache}, a counter of
 * look-ups in Redis by tag {@code result}: {@code hit}, {@code unknown_hit} (the id is remembered
 * as unknown), {@code miss} (MySQL is read, or a load under way awaited), {@code error} (Redis is
 * away; MySQL is read).
 */
@NullMarked
package io.sugang.student;

import org.jspecify.annotations.NullMarked;
