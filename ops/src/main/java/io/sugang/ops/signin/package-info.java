/** Session tokens and passwords of local accounts, as the service reads them. */
@NullMarked
package io.sugang.ops.signin;

import org.jspecify.annotations.NullMarked;
