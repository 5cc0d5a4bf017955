/**
 * The rules of {@code nginx/nginx.conf}, each proven on a real NGINX in front of small instances.
 */
@org.jspecify.annotations.NullMarked
package io.sugang.ops.nginx;
