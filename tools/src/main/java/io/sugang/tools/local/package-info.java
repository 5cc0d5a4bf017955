/**
 * The local stack: MySQL, Redis, instances and NGINX as processes of this machine, on the loopback.
 */
@NullMarked
package io.sugang.tools.local;

import org.jspecify.annotations.NullMarked;
