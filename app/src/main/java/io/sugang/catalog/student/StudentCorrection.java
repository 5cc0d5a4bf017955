package io.sugang.catalog.student;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** New values for a student; null leaves a value as it is. */
record StudentCorrection(
    @Email(message = "must be an e-mail address")
        @Size(min = 3, max = 128, message = "must have 3 to 128 characters")
        @Nullable String email,
    @Size(min = 1, max = 64, message = "must have 1 to 64 characters")
        @Pattern(regexp = "\\S.*\\S|\\S", message = "must be text without blanks around it")
        @Nullable String department,
    @Min(value = 1, message = "must be from 1 to 6")
        @Max(value = 6, message = "must be from 1 to 6")
        @Nullable Integer grade) {

  @AssertTrue(message = "at least one of email, department and grade must be given")
  boolean isAnythingCorrected() {
    return email != null || department != null || grade != null;
  }
}
