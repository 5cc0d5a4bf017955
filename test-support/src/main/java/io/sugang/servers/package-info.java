/**
 * Real MySQL and Redis servers for tests, local or in containers, and the annotations that wire the
 * service to them.
 */
@NullMarked
package io.sugang.servers;

import org.jspecify.annotations.NullMarked;
