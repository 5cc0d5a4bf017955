/** Local mode for experiments: operations and faults, stacks to measure, programs for tests. */
@NullMarked
package io.sugang.lab.local;

import org.jspecify.annotations.NullMarked;
