/**
 * The benchmark ({@code ./sugang bench}): builds of the service and variants of its settings,
 * compared with a proxy baseline and with each other. It runs on a testbed, a stack of its own that
 * is started, loaded and measured.
 */
@NullMarked
package io.sugang.lab.bench;

import org.jspecify.annotations.NullMarked;
