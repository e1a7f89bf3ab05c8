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

/** The number after a name in one of the group's files, or 0. */
static uint64_t group_figure(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? strtoull(found + strlen(name), NULL, 10) : 0;
}

/** The beginning of a file, which holds every figure we need. @return its length; 0 when it cannot be read */
static size_t read_group(int file, char *text, size_t room) {
  ssize_t length = pread(file, text, room - 1, 0);
  text[length > 0 ? length : 0] = 0;
  return length > 0 ? (size_t)length : 0;
}

/** How many processes the kernel has killed in it, ever: memory.oom_control or memory.events. */
uint64_t group_kills(void) {
  char text[512];
  read_group(GROUP_EVENTS_FD, text, sizeof text);
  return group_figure(text, "oom_kill ");
}

/** memory.stat: version 1 says "rss" for what version 2 calls "anon", and does not count page tables. */
uint64_t group_memory_kb(void) {
  char text[1024];
  read_group(GROUP_MEMORY_FD, text, sizeof text);
  uint64_t anonymous = strncmp(text, "anon ", 5) == 0 ? group_figure(text, "anon ") : group_figure(text, "\nrss ");
  return (anonymous + group_figure(text, "\nshmem ") + group_figure(text, "\npagetables ")) / 1024;
}

/** cpuacct.usage has one figure, in nanoseconds; cpu.stat names one in microseconds. */
uint64_t group_cpu_us(void) {
  char text[512];
  if (read_group(GROUP_CPU_FD, text, sizeof text) == 0) return 0;
  return strstr(text, "usage_usec ") ? group_figure(text, "usage_usec ") : strtoull(text, NULL, 10) / 1000;
}
