/** Tokens and passwords, made from the secrets of a stack as the service reads them. */
@NullMarked
package io.sugang.tools.signin;

import org.jspecify.annotations.NullMarked;
