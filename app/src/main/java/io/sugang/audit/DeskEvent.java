package io.sugang.audit;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A change by the desk.
 *
 * @param at the shared clock at the arrival of the request
 * @param action name of the action, like {@code WINDOW_SHIFT}; up to 64 characters
 * @param target what was changed, like {@code window:3}; up to 64 characters
 * @param studentId of whom it is about; null for no student
 * @param courseId the course that it is about; null for none
 * @param detail as {@link #detail} writes it
 * @param reason that the desk gave; up to 255 characters
 */
public record DeskEvent(
    Instant at,
    Actor actor,
    String action,
    String target,
    @Nullable Long studentId,
    @Nullable Long courseId,
    String detail,
    String reason) {

  /** Returns the detail of a change as JSON: the values before and after, null for none. */
  public static String detail(JsonMapper json, @Nullable Object before, @Nullable Object after) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("before", before);
    values.put("after", after);
    return json.writeValueAsString(values);
  }
}
