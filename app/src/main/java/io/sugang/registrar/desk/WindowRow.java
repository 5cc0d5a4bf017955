package io.sugang.registrar.desk;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code registration_window}.
 *
 * @param term name of the term
 * @param audience name of the audience; null is all students
 */
record WindowRow(
    long windowId, long termId, String term, @Nullable String audience, WindowValues values) {}
