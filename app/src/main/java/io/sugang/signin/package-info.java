/**
 * Who acts: sessions as signed tokens, local accounts, sign-in at an identity provider, and the
 * filter that decides before every other feature for whom a request acts.
 */
@ApplicationModule
@NullMarked
package io.sugang.signin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
