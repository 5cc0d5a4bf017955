package io.sugang.rules.plan;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The switch of the rules of registration.
 *
 * @param enabled whether windows, audiences, histories and plans count; otherwise every student may
 *     enroll in every course at any time, for comparing
 */
@Validated
@ConfigurationProperties("sugang.rules")
public record RulesProperties(@DefaultValue("true") boolean enabled) {}
