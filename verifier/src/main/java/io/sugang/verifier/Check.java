package io.sugang.verifier;

/** One property that must hold. An exception means that it could not be decided. */
interface Check {
  String name();

  Finding run() throws Exception;
}
