package io.sugang.plan;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the rules of registration.
 *
 * @param enabled whether plans are kept within the rules of their term; without it every course is
 *     open to every student, as in comparisons of the gate alone
 */
@Validated
@ConfigurationProperties("sugang.rules")
public record RulesProperties(@DefaultValue("false") boolean enabled) {}
