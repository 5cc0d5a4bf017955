/** The metrics as Prometheus gets them, and what is written about them. */
@NullMarked
package io.sugang.metrics;

import org.jspecify.annotations.NullMarked;
