/**
 * Faults during a rush, and a judge that decides by what the clients saw: {@code ./sugang chaos}.
 */
@NullMarked
package io.sugang.lab.chaos;

import org.jspecify.annotations.NullMarked;
