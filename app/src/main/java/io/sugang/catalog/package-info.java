/** What students read: courses and students, with their caches. */
@NullMarked
package io.sugang.catalog;

import org.jspecify.annotations.NullMarked;
