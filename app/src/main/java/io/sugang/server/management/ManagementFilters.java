package io.sugang.server.management;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;

/**
 * The filters of the management port, which has a context of its own. Named in {@code
 * META-INF/spring}, and no {@code @Configuration}: the scan of the service would otherwise put them
 * in front of the public port, where each costs time in every request.
 */
final class ManagementFilters {
  @Bean
  FilterRegistrationBean<ManagementBorder> managementBorder(ManagementProperties properties) {
    var border =
        new FilterRegistrationBean<>(new ManagementBorder(new ManagementHosts(properties)));
    border.addUrlPatterns("/actuator", "/actuator/*");
    border.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return border;
  }
}
