package io.sugang.servers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * A server in a container whose published port is chosen here, so that it stays the same after a
 * restart.
 */
final class ContainerProcess implements ServerProcess {
  private final GenericContainer<?> container;
  private final int port = FreePort.find();
  private boolean created;

  ContainerProcess(GenericContainer<?> container, int innerPort) {
    this.container = container;
    container
        .withExposedPorts(innerPort)
        .withCreateContainerCmdModifier(create ->
            Objects.requireNonNull(create.getHostConfig())
                .withPortBindings(new PortBinding(binding(), new ExposedPort(innerPort))))
        .waitingFor(
            new AbstractWaitStrategy() {
              @Override
              protected void waitUntilReady() {
                // Server.start() asks the server itself, which serves for restarts as well.
              }
            });
  }

  @Override
  public String host() {
    return container.getHost().equals("localhost") ? "127.0.0.1" : container.getHost();
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public synchronized void start() {
    if (created) {
      client().startContainerCmd(container.getContainerId()).exec();
    } else {
      container.start();
      created = true;
    }
  }

  @Override
  public synchronized void kill() {
    if (alive()) {
      client().killContainerCmd(container.getContainerId()).exec();
    }
  }

  @Override
  public void pause() {
    client().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void resume() {
    client().unpauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public synchronized boolean alive() {
    return created && container.isRunning();
  }

  @Override
  public String log() {
    return created ? container.getLogs() : "Its container was not created.";
  }

  private Ports.Binding binding() {
    return host().equals("127.0.0.1")
        ? Ports.Binding.bindIpAndPort("127.0.0.1", port)
        : Ports.Binding.bindPort(port);
  }

  private DockerClient client() {
    return container.getDockerClient();
  }
}
