package io.sugang.lab.http;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The fields of an answer that matter here. All are absent when the body is no JSON object, e.g.
 * HTML of a proxy.
 */
public record AnswerBody(
    @Nullable Long enrollmentId, @Nullable String code, @Nullable String detail) {

  public static final AnswerBody NOTHING = new AnswerBody(null, null, null);
  private static final JsonFactory JSON = new JsonFactory();

  public static AnswerBody of(byte[] body) {
    if (body.length == 0 || body[0] != '{') {
      return NOTHING;
    }
    Long enrollmentId = null;
    String code = null;
    String detail = null;
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("enrollmentId") && value == JsonToken.VALUE_NUMBER_INT) {
          enrollmentId = json.getLongValue();
        } else if (name.equals("code") && value == JsonToken.VALUE_STRING) {
          code = json.getString();
        } else if (name.equals("detail") && value == JsonToken.VALUE_STRING) {
          detail = json.getString();
        } else {
          json.skipChildren();
        }
      }
      return new AnswerBody(enrollmentId, code, detail);
    } catch (JacksonException notJson) {
      return NOTHING;
    }
  }
}
