package io.sugang;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.RequestContextFilter;

/** The enrollment service: one of several equal instances behind NGINX. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class SugangApplication {
  static void main(String[] args) {
    SpringApplication.run(SugangApplication.class, args);
  }

  // The dispatcher publishes the request and its language to Spring too, and no code before it
  // needs them.
  @Bean
  FilterRegistrationBean<RequestContextFilter> noRequestContextFilter() {
    FilterRegistrationBean<RequestContextFilter> filter =
        new FilterRegistrationBean<>(new RequestContextFilter());
    filter.setEnabled(false);
    return filter;
  }
}
