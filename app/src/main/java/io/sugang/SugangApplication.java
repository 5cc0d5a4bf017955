package io.sugang;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The enrollment service: one of several equal instances behind NGINX. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class SugangApplication {
  static void main(String[] args) {
    SpringApplication.run(SugangApplication.class, args);
  }
}
