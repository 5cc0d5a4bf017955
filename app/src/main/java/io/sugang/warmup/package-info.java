/**
 * What an instance does before it takes part: caches filled, pages read, code compiled, port
 * opened.
 */
@NullMarked
package io.sugang.warmup;

import org.jspecify.annotations.NullMarked;
