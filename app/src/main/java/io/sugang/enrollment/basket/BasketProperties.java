package io.sugang.enrollment.basket;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of baskets.
 *
 * @param most courses that a basket shows, 1 to 100
 */
@Validated
@ConfigurationProperties("sugang.basket")
record BasketProperties(@DefaultValue("30") @Min(1) @Max(100) int most) {}
