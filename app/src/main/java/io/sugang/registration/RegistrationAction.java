package io.sugang.registration;

/**
 * What a window allows, and what a request asks for. No request asks for a swap or a wait-list yet.
 */
public enum RegistrationAction {
  ENROLL,
  DROP,
  SWAP,
  WAITLIST
}
