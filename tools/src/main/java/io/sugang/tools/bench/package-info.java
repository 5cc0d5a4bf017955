/**
 * The benchmark: builds of the service compared with a proxy baseline ({@code ./sugang bench}), and
 * variants of its settings compared with each other ({@code ./sugang experiments}). Both run on a
 * testbed, a stack of its own that is started, loaded and measured.
 */
@NullMarked
package io.sugang.tools.bench;

import org.jspecify.annotations.NullMarked;
