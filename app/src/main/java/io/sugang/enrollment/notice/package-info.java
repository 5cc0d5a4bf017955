/** What the desk tells a student: notices that the student reads and marks as read. */
@ApplicationModule
@NullMarked
package io.sugang.enrollment.notice;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
