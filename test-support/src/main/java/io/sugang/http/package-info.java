/**
 * How tests talk to the service: a client for requests that are well formed, a socket for those
 * that are not.
 */
@NullMarked
package io.sugang.http;

import org.jspecify.annotations.NullMarked;
