/**
 * How fast, and at what cost: a load driver that takes little processor time, what the parts of the
 * stack took meanwhile, and the figures of both.
 */
@NullMarked
package io.sugang.lab.loadgen;

import org.jspecify.annotations.NullMarked;
