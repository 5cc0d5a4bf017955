/** Local mode for the laboratory: operations and faults, stacks to measure, programs for tests. */
@NullMarked
package io.sugang.lab.local;

import org.jspecify.annotations.NullMarked;
