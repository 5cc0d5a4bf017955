/**
 * Tomcat's endpoint: the event loop that reads requests, and the drain of connections at a
 * shutdown.
 */
@ApplicationModule
@NullMarked
package io.sugang.server.tomcat;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
