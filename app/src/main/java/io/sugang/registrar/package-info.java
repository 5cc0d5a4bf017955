/** What staff do: the desk, overrides, mock terms, and the instances at a glance. */
@NullMarked
package io.sugang.registrar;

import org.jspecify.annotations.NullMarked;
