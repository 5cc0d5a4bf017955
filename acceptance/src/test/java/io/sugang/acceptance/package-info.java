/** What registrars and students expect, through NGINX at three instances (docs/registration.md). */
@org.jspecify.annotations.NullMarked
package io.sugang.acceptance;
