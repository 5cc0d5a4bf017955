package io.sugang.registrar.mockterm;

/** What a mock term is at. */
enum MockTermState {
  /** Students and courses are being copied; it has no window yet. */
  COPYING,
  /** It is complete, and its window lets students enroll. */
  READY,
  /** Its windows close, its enrollments are dropped, and its rows deleted. */
  ENDING,
  /** Nothing of it is left but its events and its ids. */
  ENDED
}
