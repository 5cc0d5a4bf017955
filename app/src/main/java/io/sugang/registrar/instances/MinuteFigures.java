package io.sugang.registrar.instances;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all instances answered in one minute.
 *
 * @param at when the minute began
 * @param answers by code; none of 0
 * @param taken seats with an enrollment at the end of the minute; null where it is not known
 */
public record MinuteFigures(Instant at, Map<String, Long> answers, @Nullable Long taken) {}
