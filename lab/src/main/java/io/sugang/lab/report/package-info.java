/** Tables of reports, for the terminal and for Markdown. */
@NullMarked
package io.sugang.lab.report;

import org.jspecify.annotations.NullMarked;
