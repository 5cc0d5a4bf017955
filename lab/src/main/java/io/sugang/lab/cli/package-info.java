/**
 * Commands that load, break, measure and test the service, on the stack that runs or on one of
 * their own.
 */
@NullMarked
package io.sugang.lab.cli;

import org.jspecify.annotations.NullMarked;
