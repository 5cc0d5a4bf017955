/* Shifts the wall clock of one program by the seconds in the file that CLOCK_SHIFT_FILE names: for a Redis whose clock is set
 * back and forth (io.sugang.lab.local.LocalOperations). The monotonic clocks stay as they are. It needs no C library and allocates nothing, because
 * libfaketime and jemalloc, which Redis is linked with, wait for each other at the start.
 *
 *   cc -shared -fPIC -O2 -nostdlib -ffreestanding -o clock-shift.so clock-shift.c
 */
#include <stddef.h>

struct timespec { long tv_sec, tv_nsec; };
struct timeval { long tv_sec, tv_usec; };

extern char **environ;

static long call(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
#else
#error "no system calls for this processor"
#endif
}

#if defined(__x86_64__)
enum { CLOCK_GETTIME = 228, OPENAT = 257, READ = 0, CLOSE = 3 };
#else
enum { CLOCK_GETTIME = 113, OPENAT = 56, READ = 63, CLOSE = 57 };
#endif
enum { REALTIME = 0, REALTIME_COARSE = 5, AT_FDCWD = -100 };

static const char *file(void) {
  static const char name[] = "CLOCK_SHIFT_FILE=";
  for (char **entry = environ; entry && *entry; entry++) {
    size_t i = 0;
    while (name[i] && (*entry)[i] == name[i]) i++;
    if (!name[i]) return *entry + i;
  }
  return 0;
}

/* Read anew once a second: the file is renamed into place, so what is read is whole. */
static long shift(long now) {
  static long last, seconds;
  if (now == last) return seconds;
  last = now;
  const char *path = file();
  char text[32];
  long descriptor = path ? call(OPENAT, AT_FDCWD, (long)path, 0, 0) : -1;
  if (descriptor < 0) return seconds;
  long length = call(READ, descriptor, (long)text, sizeof text, 0), value = 0, sign = 1;
  call(CLOSE, descriptor, 0, 0, 0);
  for (long i = 0; i < length; i++) {
    if (text[i] == '-') sign = -1;
    if (text[i] >= '0' && text[i] <= '9') value = 10 * value + (text[i] - '0');
  }
  seconds = sign * value;
  return seconds;
}

int clock_gettime(int clock, struct timespec *time) {
  long result = call(CLOCK_GETTIME, clock, (long)time, 0, 0);
  if (result == 0 && (clock == REALTIME || clock == REALTIME_COARSE)) time->tv_sec += shift(time->tv_sec);
  return result == 0 ? 0 : -1;
}

int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

long time(long *seconds) {
  struct timespec now;
  if (clock_gettime(REALTIME, &now) != 0) return -1;
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}
