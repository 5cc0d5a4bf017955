/**
 * Tomcat's endpoint: the event loop that reads requests, the public port that opens after the
 * warm-up, the drain of connections at a shutdown, and its error report.
 */
@ApplicationModule
@NullMarked
package io.sugang.server.tomcat;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
