package io.sugang.rules.window;

/**
 * The kind of action that a window allows and a request asks for. No request asks for a swap or a
 * wait-list yet. A window allows to change the basket by its phase, and the others by name.
 */
public enum RegistrationAction {
  ENROLL,
  DROP,
  SWAP,
  WAITLIST,
  BASKET
}
