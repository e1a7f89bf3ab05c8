/** Starts and ends programs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warden.h"

enum {
  MAX_FILES = 512,
  /** The warden and the server have priority. */
  NICENESS = 10,
  /** Seconds between the limit and the kernel's CPU limit, a last resort. */
  CPU_SPARE = 2,
  PIPE_BYTES = 1 << 20,
};

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

static int limit(int resource, uint64_t value) {
  struct rlimit both = {value, value};
  return setrlimit(resource, &both) == 0 ? 0 : errno;
}

static int set_limits(const struct order *order) {
  int failed = 0;
  /* Not 0, which would still pipe crashes to the machine's crash handler. */
  if (!failed) failed = limit(RLIMIT_CORE, 1);
  /* A resident program has no CPU limit here, because it runs all cases. */
  if (!failed && order->kind == ORDER_RUN) failed = limit(RLIMIT_CPU, order->cpu_us / 1000000 + CPU_SPARE);
  if (!failed) failed = limit(RLIMIT_FSIZE, order->file_bytes);
  if (!failed) failed = limit(RLIMIT_STACK, order->stack_bytes);
  if (!failed && order->address_bytes && !order->use_group) failed = limit(RLIMIT_AS, order->address_bytes);
  if (!failed) failed = limit(RLIMIT_NPROC, order->processes);
  if (!failed) failed = limit(RLIMIT_NOFILE, MAX_FILES);
  if (!failed) failed = limit(RLIMIT_MEMLOCK, 65536);
  if (!failed) failed = limit(RLIMIT_SIGPENDING, 1024);
  if (!failed) failed = limit(RLIMIT_MSGQUEUE, 0);
  return failed;
}

static void close_on_exec(unsigned int from, unsigned int to) {
  if (syscall(__NR_close_range, from, to, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (unsigned int file = from; file <= to && file < 1024; file++) fcntl((int)file, F_SETFD, FD_CLOEXEC);
}

/** Moves descriptors to the numbers a program expects. @param count of the three usual ones and the given files */
static int place(const int *files, unsigned int count) {
  int moved[3 + MAX_GIVEN];
  for (unsigned int i = 0; i < count; i++)
    if ((moved[i] = fcntl(files[i], F_DUPFD_CLOEXEC, GIVEN_FD + MAX_GIVEN)) < 0) return errno;
  for (unsigned int i = 0; i < count; i++)
    if (dup2(moved[i], i < 3 ? (int)i : GIVEN_FD + (int)i - 3) < 0) return errno;
  close_on_exec(3, GIVEN_FD - 1);
  close_on_exec(GIVEN_FD + count - 3, ~0U);
  return 0;
}

/** Opens a memory file again, read-only and with a separate offset. */
static int open_again(int file) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return open(path, O_RDONLY | O_CLOEXEC);
}

/** Runs in the new process. Returns only on failure. */
static int become(const struct work *work, int input, int output, int error) {
  /* A pipe is passed on as it is; a file of our own is opened again. */
  int own[3 + MAX_GIVEN] = {work->order.link == LINK_NONE ? open_again(input) : input, output, error};
  unsigned int count = 3;
  if (own[0] < 0) return errno;
  for (uint64_t i = 0; i < work->order.given_count; i++)
    if ((own[count++] = open_again(work->given[i])) < 0) return errno;
  /* Without this, inherited settings would hide the program's own files in /proc. */
  prctl(PR_SET_DUMPABLE, 1);
  if (setsid() < 0) return errno;
  int failed = work->order.use_group ? enter_group() : 0;
  if (!failed) failed = place(own, count);
  if (!failed && chdir("/box") != 0) failed = errno;
  if (!failed) failed = set_limits(&work->order);
  if (failed) return failed;
  setpriority(PRIO_PROCESS, 0, NICENESS);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  umask(022);
  failed = forbid_for_program(&work->order);
  if (failed) return failed;
  execve(work->arguments[0], work->arguments, work->variables);
  return errno;
}

static int make_pipe(int *ends) {
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  /* A large pipe saves switches between program and warden. This may fail if the user's pipe memory is used up. */
  fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return 0;
}

static void close_all(const int *files, int count) {
  for (int i = 0; i < count; i++)
    if (files[i] >= 0) close(files[i]);
}

/** Opens a linked program's standard input and output, and an interactor's pipe `work`. @return errno or 0 */
static int open_streams(uint64_t link, int *input, int *output, int *work) {
  if (link == LINK_PROGRAM) return make_pipe(output) || pipe2(input, O_CLOEXEC) != 0 ? errno : 0;
  input[0] = open_link(LINK_TO, O_RDONLY);
  /* Being its own reader, the interactor can still write after the program has ended. */
  output[1] = open_link(LINK_FROM, O_RDWR);
  *work = open_link(LINK_WORK, O_WRONLY | O_NONBLOCK);
  int failed = input[0] < 0 || output[1] < 0 || *work < 0 ? errno : 0;
  release_links();
  return failed;
}

int start_program(const struct work *work, int given, struct program *program) {
  int input[2] = {-1, -1}, output[2] = {-1, -1}, error[2] = {-1, -1}, told[2] = {-1, -1}, mark = -1;
  int failed = work->order.link == LINK_NONE ? make_pipe(output) : open_streams(work->order.link, input, output, &mark);
  if (!failed) failed = make_pipe(error);
  if (!failed && pipe2(told, O_CLOEXEC) != 0) failed = errno;
  pid_t pid = failed ? -1 : fork();
  if (!failed && pid < 0) failed = errno;
  if (pid == 0) {
    int reason = become(work, work->order.link == LINK_NONE ? given : input[0], output[1], error[1]);
    if (write(told[1], &reason, sizeof reason) < 0) _exit(126);
    _exit(127);
  }
  const int theirs[4] = {input[0], output[1], error[1], told[1]};
  close_all(theirs, 4);
  if (!failed) {
    int reason = 0;
    ssize_t got;
    /* exec closes the pipe, so there is no data if the program has started. */
    while ((got = read(told[0], &reason, sizeof reason)) < 0 && errno == EINTR) continue;
    if (got == sizeof reason) {
      waitpid(pid, NULL, 0);
      failed = reason;
    }
  }
  if (told[0] >= 0) close(told[0]);
  *program = (struct program){failed ? 0 : pid, output[0], error[0], input[1], mark};
  if (failed) close_program(program);
  return failed;
}

void close_program(struct program *program) {
  const int files[4] = {program->output, program->error, program->input, program->work};
  close_all(files, 4);
  *program = (struct program){0, -1, -1, -1, -1};
}

void resume_program(const struct program *program) { kill(program->pid, SIGCONT); }

uint64_t end_all(struct program *program) {
  uint64_t most = 0;
  struct rusage usage;
  /* Sent by process 1, this kills everything in the sandbox at once, before anything can fork again. */
  kill(-1, SIGKILL);
  for (;;) {
    pid_t pid = wait4(-1, NULL, 0, &usage);
    if (pid < 0 && errno == ECHILD) break;
    if (pid > 0 && (uint64_t)usage.ru_maxrss > most) most = (uint64_t)usage.ru_maxrss;
  }
  program->pid = 0;
  return most;
}
