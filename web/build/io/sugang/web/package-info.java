/** Lays out the files of the page as NGINX serves them. */
@NullMarked
package io.sugang.web;

import org.jspecify.annotations.NullMarked;
