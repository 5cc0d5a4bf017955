package io.sugang.server.management;

import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the management port.
 *
 * @param hosts names under which it is called besides {@code localhost} and addresses, without
 *     ports: letters, digits, dots, hyphens and underscores
 */
@Validated
@ConfigurationProperties("sugang.management")
record ManagementProperties(
    @DefaultValue
        List<
                @Pattern(
                    regexp = "[-_.A-Za-z0-9]{1,253}",
                    message = "must be the name of a host, without a port")
                String>
            hosts) {}
