/** The stack in containers, driven through docker compose. */
@NullMarked
package io.sugang.tools.docker;

import org.jspecify.annotations.NullMarked;
