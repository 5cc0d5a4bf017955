package io.sugang.server.tomcat;

import org.jspecify.annotations.Nullable;

/**
 * What the header of a request says.
 *
 * @param path with the escapes it came with, and without a query
 * @param accept as it came; null without this header
 * @param contentType as it came; null without this header
 */
public record RequestHead(
    String method, String path, @Nullable String accept, @Nullable String contentType) {}
