/** Tables of reports, for the terminal and for Markdown. */
@NullMarked
package io.sugang.tools.report;

import org.jspecify.annotations.NullMarked;
