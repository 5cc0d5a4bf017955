/**
 * A test stand: a stack of its own whose service is started as it is wanted, given loads and
 * measured meanwhile. What is compared with what is up to the commands that use it.
 */
@NullMarked
package io.sugang.tools.testbed;

import org.jspecify.annotations.NullMarked;
