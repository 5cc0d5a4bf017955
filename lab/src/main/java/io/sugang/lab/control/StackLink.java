package io.sugang.lab.control;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The addresses and operations of the stack that a command loads or judges.
 *
 * @param target where NGINX answers
 * @param instances the names of the instances: app-1 and so on
 * @param environment addresses and accounts of MySQL and Redis for the tools
 * @param operator does something to the parts
 * @param resources null where they cannot be read, as in Docker
 */
public record StackLink(
    URI target,
    List<String> instances,
    Map<String, String> environment,
    Operator operator,
    @Nullable ResourceReader resources) {}
