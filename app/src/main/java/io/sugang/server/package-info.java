/** The HTTP server. Only this group knows Tomcat. */
@NullMarked
package io.sugang.server;

import org.jspecify.annotations.NullMarked;
