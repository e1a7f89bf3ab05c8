/** The control group that limits a program's memory, reached by descriptors that the judge opened: version 1 and 2 alike. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "warden.h"

int enter_group(void) {
  /* "0" means whoever writes; the right to do so is that of whoever opened the file. */
  return write(GROUP_PROCS_FD, "0", 1) == 1 && write(GROUP_CPU_PROCS_FD, "0", 1) == 1 ? 0 : errno;
}

/** How many processes the kernel has killed in it, ever: memory.oom_control or memory.events. */
uint64_t group_kills(void) {
  char text[512];
  ssize_t length = pread(GROUP_EVENTS_FD, text, sizeof text - 1, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  const char *found = strstr(text, "oom_kill ");
  return found ? strtoull(found + strlen("oom_kill "), NULL, 10) : 0;
}

/** cpuacct.usage has one figure, in nanoseconds; cpu.stat names one in microseconds. */
uint64_t group_cpu_us(void) {
  char text[512];
  ssize_t length = pread(GROUP_CPU_FD, text, sizeof text - 1, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  const char *found = strstr(text, "usage_usec ");
  return found ? strtoull(found + strlen("usage_usec "), NULL, 10) : strtoull(text, NULL, 10) / 1000;
}
