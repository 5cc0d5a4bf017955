/**
 * One HTTP connection for one caller: what the rush and the warm-up send their requests through.
 */
@NullMarked
package io.sugang.lab.http;

import org.jspecify.annotations.NullMarked;
