package io.sugang.registration;

/**
 * The kind of action that a window allows and a request asks for. No request asks for a swap or a
 * wait-list yet.
 */
public enum RegistrationAction {
  ENROLL,
  DROP,
  SWAP,
  WAITLIST
}
