package io.sugang.registration;

/** What a window allows, and what a request asks for. */
public enum RegistrationAction {
  ENROLL,
  DROP
}
