/** A network that fails on demand, for faults on a line between two processes. */
@NullMarked
package io.sugang.lab.proxy;

import org.jspecify.annotations.NullMarked;
