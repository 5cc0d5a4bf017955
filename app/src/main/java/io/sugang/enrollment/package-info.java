/** What students do: enroll, cancel, keep a basket, read their plan, rejections and notices. */
@NullMarked
package io.sugang.enrollment;

import org.jspecify.annotations.NullMarked;
