/** Who may do what: accounts, TLS, containers. */
@NullMarked
package io.sugang.access;

import org.jspecify.annotations.NullMarked;
