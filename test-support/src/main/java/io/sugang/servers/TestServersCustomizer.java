package io.sugang.servers;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.TestPropertySourceUtils;

/**
 * Gives a test context its servers, as settings and as beans.
 *
 * @param owner the class the servers are private to; null when MySQL is the shared one. Part of the
 *     key by which contexts are cached, so private contexts are never handed to another class.
 */
record TestServersCustomizer(@Nullable Class<?> owner) implements ContextCustomizer {
  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    var beans = (DefaultListableBeanFactory) context.getBeanFactory();
    var redis = Servers.privateRedis();
    // Registered before any other bean, so stopped after all of them.
    beans.registerDisposableBean("redisServer", redis::close);
    var mysql = owner == null ? Servers.mysql() : Servers.privateMySql();
    if (owner != null) {
      beans.registerDisposableBean("mySqlServer", mysql::close);
    }
    var database = mysql.newDatabase();
    beans.registerSingleton("redisServer", redis);
    beans.registerSingleton("mySqlServer", mysql);
    beans.registerSingleton("mySqlDatabase", database);

    var source =
        new MapPropertySource("test servers", TestSettings.of(database, redis, owner == null));
    var sources = context.getEnvironment().getPropertySources();
    var ofTheClass = TestPropertySourceUtils.INLINED_PROPERTIES_PROPERTY_SOURCE_NAME;
    if (sources.contains(ofTheClass)) {
      sources.addAfter(ofTheClass, source);
    } else {
      sources.addFirst(source);
    }
  }

  static final class Factory implements ContextCustomizerFactory {
    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
        Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
      var found = TestContextAnnotationUtils.findAnnotationDescriptor(testClass, SugangTest.class);
      if (found == null) {
        return null;
      }
      return new TestServersCustomizer(
          found.getAnnotation().privateServers() ? found.getRootDeclaringClass() : null);
    }
  }
}
