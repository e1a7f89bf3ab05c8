/** Resource use of the sandbox's processes, read from its own /proc, which shows no other processes. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "warden.h"

uint64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static ssize_t read_of(pid_t pid, const char *name, char *text, size_t room) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t length = read(file, text, room - 1);
  close(file);
  if (length < 0) return -1;
  text[length] = 0;
  return length;
}

/** Returns a number of kB from a file with lines like "Name:   123 kB". */
static uint64_t figure(const char *text, const char *name) {
  const char *found = strstr(text, name);
  return found ? strtoull(found + strlen(name), NULL, 10) : 0;
}

/** Returns the CPU time of all live and ended threads of a process. */
static uint64_t cpu_of(pid_t pid) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

/** Sums resident memory, swap and page tables, which a program can fill by reading memory that it never wrote. */
static uint64_t memory_of(pid_t pid) {
  char text[4096];
  if (read_of(pid, "status", text, sizeof text) <= 0) return 0;
  return figure(text, "VmRSS:") + figure(text, "VmSwap:") + figure(text, "VmPTE:");
}

static uint64_t exact_memory_of(pid_t pid) {
  char text[4096];
  if (read_of(pid, "smaps_rollup", text, sizeof text) <= 0) return memory_of(pid);
  char status[4096];
  if (read_of(pid, "status", status, sizeof status) <= 0) return 0;
  return figure(text, "\nPss:") + figure(text, "SwapPss:") + figure(status, "VmPTE:");
}

/** Visits the processes in /proc, or the threads in a process's folder, but not the warden. */
static void each_in(DIR *folder, void (*visit)(pid_t id, void *into), void *into) {
  for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    pid_t id = atoi(entry->d_name);
    if (id > 1) visit(id, into);
  }
}

static void each_process(void (*visit)(pid_t pid, void *into), void *into) {
  static DIR *folder;
  if (!folder) folder = opendir("/proc");
  if (!folder) return;
  rewinddir(folder);
  each_in(folder, visit, into);
}

/** Threads have an entry in /proc too, although it is not listed. */
static void add_delay(pid_t thread, void *into) {
  char text[96];
  char *delay;
  if (read_of(thread, "schedstat", text, sizeof text) <= 0) return;
  strtoull(text, &delay, 10);
  *(uint64_t *)into += strtoull(delay, NULL, 10) / 1000;
}

static void add_delays(pid_t pid, void *into) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *threads = opendir(path);
  if (!threads) return;
  each_in(threads, add_delay, into);
  closedir(threads);
}

static void add_usage(pid_t pid, void *into) {
  struct usage *sum = into;
  sum->cpu_us += cpu_of(pid);
  sum->memory_kb += memory_of(pid);
}

static void add_exact_memory(pid_t pid, void *into) { *(uint64_t *)into += exact_memory_of(pid); }

struct usage tree_usage(void) {
  struct usage sum = {0, 0};
  each_process(add_usage, &sum);
  return sum;
}

uint64_t tree_memory_exact(void) {
  uint64_t sum = 0;
  each_process(add_exact_memory, &sum);
  return sum;
}

uint64_t tree_delay_us(void) {
  uint64_t sum = 0;
  each_process(add_delays, &sum);
  return sum;
}

uint64_t answer_of(pid_t pid) {
  char text[32];
  return read_of(pid, "comm", text, sizeof text) > 0 ? strtoull(text, NULL, 10) : 0;
}
