/** Pages, charts and tables of reports: HTML and SVG by Mustache, without a network. */
@NullMarked
package io.sugang.tools.report;

import org.jspecify.annotations.NullMarked;
