package io.sugang.plan;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the plans of students.
 *
 * @param rules whether the ledger keeps plans within their rules: subject once, no two courses at
 *     one time, credit limit
 */
@Validated
@ConfigurationProperties("sugang.plan")
public record PlanProperties(@DefaultValue("false") boolean rules) {}
