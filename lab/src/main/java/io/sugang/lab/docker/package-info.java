/** Operations on the parts of a stack in containers. */
@NullMarked
package io.sugang.lab.docker;

import org.jspecify.annotations.NullMarked;
