/** The poller: Tomcat's thread that reads all connections, and which requests it handles itself. */
@NullMarked
package io.sugang.poller;

import org.jspecify.annotations.NullMarked;
