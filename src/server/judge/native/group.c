/**
 * The control group (version 1 or 2) that limits a program's memory. The judge opens its descriptors.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "warden.h"

int enter_group(void) {
  /* "0" means the writing process. The permissions of the process that opened the file apply. */
  return write(GROUP_PROCS_FD, "0", 1) == 1 && write(GROUP_CPU_PROCS_FD, "0", 1) == 1 ? 0 : errno;
}

/** Returns the number after a name in a group file, or 0. */
static uint64_t group_figure(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? strtoull(found + strlen(name), NULL, 10) : 0;
}

/** Reads the beginning of a file, which contains all the numbers needed. @return its length; 0 on error */
static size_t read_group(int file, char *text, size_t room) {
  ssize_t length = pread(file, text, room - 1, 0);
  text[length > 0 ? length : 0] = 0;
  return length > 0 ? (size_t)length : 0;
}

/** Reads the number of out-of-memory kills so far from memory.oom_control or memory.events. */
uint64_t group_kills(void) {
  char text[512];
  read_group(GROUP_EVENTS_FD, text, sizeof text);
  return group_figure(text, "oom_kill ");
}

/** Reads memory.stat. Version 1's "rss" is version 2's "anon"; neither includes page tables. */
uint64_t group_memory_kb(void) {
  char text[1024];
  read_group(GROUP_MEMORY_FD, text, sizeof text);
  uint64_t anonymous = strncmp(text, "anon ", 5) == 0 ? group_figure(text, "anon ") : group_figure(text, "\nrss ");
  return (anonymous + group_figure(text, "\nshmem ") + group_figure(text, "\npagetables ")) / 1024;
}

/** Reads CPU time: the only number in cpuacct.usage, in nanoseconds, or a named one in cpu.stat, in microseconds. */
uint64_t group_cpu_us(void) {
  char text[512];
  if (read_group(GROUP_CPU_FD, text, sizeof text) == 0) return 0;
  return strstr(text, "usage_usec ") ? group_figure(text, "usage_usec ") : strtoull(text, NULL, 10) / 1000;
}
