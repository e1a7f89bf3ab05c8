/** Watches a program's output, resource use and ending. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warden.h"

enum {
  /** Bounds of the polling interval, in microseconds. */
  MIN_POLL_US = 1000,
  MAX_POLL_US = 10000,
  /** Fastest memory growth, in kB per microsecond; used to poll before the limit is reached. */
  FASTEST_KB_PER_US = 4,
  /** Factor between the wall-clock limit, which is the longest silence of a conversation, and the longest duration. */
  LONGEST_RUN = 5,
  /** An interactor that uses this much CPU time per interval computes. A waiting runtime uses less. */
  WORK_INTERVAL_US = 100000,
  WORK_CPU_US = 2000,
  /** A program killed above this percentage of its memory limit counts as out of memory. */
  ALL_MEMORY = 95,
};

struct watch {
  const struct order *order;
  struct program *program;
  struct report *report;
  struct text *output;
  struct text *error;
  int signals;
  uint64_t began_us;
  /** With LINK_PROGRAM: time of the last message or work of the interactor, and how long the program waited for work. */
  uint64_t spoke_us;
  uint64_t waited_us;
  /** With LINK_INTERACTOR: time of the last look at its work, and its CPU time then. */
  uint64_t measured_us;
  uint64_t measured_cpu_us;
  /** CPU time used before this case by ended processes and the resident program. */
  uint64_t cpu_before_us;
  uint64_t kills_before;
  /** How long the resident program had waited for a processor before this case. */
  uint64_t delay_before_us;
  uint64_t next_poll_us;
  int over;
  /** With LINK_PROGRAM. */
  struct conversation *talk;
};

static uint64_t reaped_cpu_us(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
         (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/** Returns the sandbox's total CPU time. Without a group, children could hide some of it, so none can be started. */
static uint64_t cpu_us(const struct order *order) {
  return order->use_group ? group_cpu_us() : reaped_cpu_us() + tree_usage().cpu_us;
}

/** Faster than `cpu_us`, and equal while nothing is running or the program has just started. */
static uint64_t settled_cpu_us(const struct order *order) { return order->use_group ? group_cpu_us() : reaped_cpu_us(); }

static uint64_t less(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void stop_for(struct watch *watch, enum stop reason) {
  if (watch->report->stop == STOP_NONE) watch->report->stop = reason;
  watch->over = 1;
}

static void remember_peak(struct watch *watch, uint64_t kb) {
  if (kb > watch->report->peak_kb) watch->report->peak_kb = kb;
}

/** Keeps up to `most` bytes and discards the rest, so that the writer never blocks. @return 0 at end of file */
static int drain(int file, struct text *text, uint64_t most, int *too_much) {
  char rest[65536];
  for (;;) {
    if (text->length < most && text->room - text->length < sizeof rest) {
      size_t room = less(most, text->room ? text->room * 4 : sizeof rest);
      char *bytes = room > text->room ? realloc(text->bytes, room) : NULL;
      if (bytes) {
        text->bytes = bytes;
        text->room = room;
      }
    }
    size_t space = less(text->room, most) - text->length;
    ssize_t got = space > 0 ? read(file, text->bytes + text->length, space) : read(file, rest, sizeof rest);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) return 0;
    if (space > 0) text->length += (size_t)got;
    else *too_much = 1;
    /* Stop endless output immediately. */
    if (*too_much) return 1;
  }
}

static void discard(int file) {
  char rest[65536];
  while (read(file, rest, sizeof rest) > 0) continue;
}

static void read_output(struct watch *watch, struct pollfd *output, struct pollfd *error) {
  int too_much = 0, ignored = 0;
  if (watch->talk) {
    relay(watch->talk);
    too_much = watch->talk->to_interactor.total > watch->order->output_bytes;
  } else if (output->fd >= 0 && !drain(output->fd, watch->output, watch->order->output_bytes, &too_much)) output->fd = -1;
  if (error->fd >= 0 && !drain(error->fd, watch->error, watch->order->error_bytes, &ignored)) error->fd = -1;
  if (too_much) stop_for(watch, STOP_OUTPUT);
}

/** Called when the resident program has stopped itself. The program does nothing until it is resumed. */
static void take_answer(struct watch *watch) {
  watch->report->ending = ENDED_ANSWER;
  watch->report->value = answer_of(watch->program->pid);
  watch->over = 1;
}

/** Reaps ended processes. Stops watching when the program itself has ended. */
static void reap(struct watch *watch) {
  struct signalfd_siginfo info;
  while (read(watch->signals, &info, sizeof info) == sizeof info) continue;
  for (;;) {
    int status;
    struct rusage usage;
    pid_t pid = wait4(-1, &status, watch->order->kind == ORDER_RUN ? WNOHANG : WNOHANG | WUNTRACED, &usage);
    if (pid <= 0) return;
    if (WIFSTOPPED(status)) {
      if (pid == watch->program->pid) take_answer(watch);
      continue;
    }
    remember_peak(watch, (uint64_t)usage.ru_maxrss);
    if (pid != watch->program->pid) continue;
    watch->program->pid = 0;
    watch->report->ending = WIFSIGNALED(status) ? ENDED_SIGNAL : ENDED_EXIT;
    watch->report->value = (uint64_t)(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    watch->over = 1;
  }
}

/** How long the program has waited for a processor, as far as its threads are alive. */
static uint64_t delayed_us(const struct watch *watch) {
  uint64_t delay = tree_delay_us();
  return delay - less(delay, watch->delay_before_us);
}

/**
 * The wall-clock limit stops programs that wait. It must not stop one that waits for a processor of a busy machine.
 * There, many short messages take long as well. While the interactor computes, the program may have to wait.
 */
static void check_wall(struct watch *watch, uint64_t now) {
  uint64_t most = watch->order->wall_us;
  if (watch->talk && interactor_worked(watch->talk)) {
    watch->waited_us += now - watch->spoke_us;
    watch->spoke_us = now;
  }
  uint64_t taken = now - watch->began_us - watch->waited_us;
  uint64_t silence = watch->talk ? now - watch->spoke_us : taken;
  if (taken >= LONGEST_RUN * most || (silence >= most && silence >= most + delayed_us(watch)))
    stop_for(watch, STOP_WALL);
}

/** Tells the program's warden if the interactor has computed. */
static void tell_work(struct watch *watch, uint64_t now, uint64_t cpu) {
  if (watch->program->work < 0 || now - watch->measured_us < WORK_INTERVAL_US) return;
  /* The pipe is full only if nobody reads it. */
  if (cpu - watch->measured_cpu_us >= WORK_CPU_US && write(watch->program->work, "", 1) != 1) return;
  watch->measured_us = now;
  watch->measured_cpu_us = cpu;
}

/** Memory counted against the limit. Without a control group, shared memory is first counted once per process. */
static uint64_t memory_kb(const struct order *order, const struct usage *usage) {
  if (order->use_group) return group_memory_kb();
  return usage->memory_kb > order->memory_kb ? tree_memory_exact() : usage->memory_kb;
}

static void look(struct watch *watch, uint64_t now) {
  const struct order *order = watch->order;
  struct usage usage = tree_usage();
  uint64_t all = order->use_group ? group_cpu_us() : usage.cpu_us + reaped_cpu_us();
  uint64_t cpu = all - watch->cpu_before_us;
  uint64_t pause = MAX_POLL_US;
  remember_peak(watch, less(usage.memory_kb, order->memory_kb ? order->memory_kb : UINT64_MAX));
  if (cpu > order->cpu_us) stop_for(watch, STOP_CPU);
  else pause = less(pause, order->cpu_us - cpu);
  if (order->memory_kb) {
    uint64_t memory = memory_kb(order, &usage);
    if (memory > order->memory_kb) {
      remember_peak(watch, memory);
      stop_for(watch, STOP_MEMORY);
    } else {
      pause = less(pause, (order->memory_kb - memory) / FASTEST_KB_PER_US);
    }
  }
  check_wall(watch, now);
  tell_work(watch, now, cpu);
  watch->next_poll_us = now + (pause > MIN_POLL_US ? pause : MIN_POLL_US);
}

static void wait_for_news(struct watch *watch, struct pollfd *files, int count) {
  uint64_t now = now_us();
  uint64_t pause = watch->next_poll_us > now ? watch->next_poll_us - now : 0;
  struct timespec timeout = {0, (long)pause * 1000};
  if (ppoll(files, (nfds_t)count, &timeout, NULL) <= 0) return;
  /* The judge has closed its end. */
  if (files[0].revents & (POLLHUP | POLLERR | POLLRDHUP)) _exit(0);
}

/** True if the program was killed near its memory limit. Otherwise, it may have killed itself. */
static int killed_at_limit(const struct order *order, const struct report *report) {
  int killed = report->ending == ENDED_SIGNAL && report->value == SIGKILL;
  return killed && report->peak_kb >= order->memory_kb / 100 * ALL_MEMORY;
}

/** Checks the final measurement against the limits, because much can happen between samples. */
static void judge_end(struct watch *watch) {
  const struct order *order = watch->order;
  struct report *report = watch->report;
  if (order->use_group && group_kills() > watch->kills_before) report->stop = STOP_MEMORY;
  if (report->stop != STOP_NONE) return;
  int over_memory = order->use_group ? killed_at_limit(order, report) : report->peak_kb > order->memory_kb;
  if (order->memory_kb && over_memory) report->stop = STOP_MEMORY;
  else if (report->cpu_us > order->cpu_us) report->stop = STOP_CPU;
}

void watch_program(const struct work *work, struct program *program, struct report *report, struct text *output,
                   struct text *error) {
  static int signals = -1;
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  if (signals < 0) signals = signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK);
  struct watch watch = {.order = &work->order, .program = program, .report = report, .output = output, .error = error};
  watch.signals = signals;
  watch.began_us = watch.spoke_us = now_us();
  watch.cpu_before_us = work->order.kind == ORDER_CASE ? cpu_us(&work->order) : settled_cpu_us(&work->order);
  watch.kills_before = work->order.use_group ? group_kills() : 0;
  watch.delay_before_us = work->order.kind == ORDER_CASE ? tree_delay_us() : 0;
  watch.next_poll_us = watch.began_us + MIN_POLL_US;
  static struct conversation talk;
  int is_linked = work->order.link == LINK_PROGRAM;
  if (is_linked) {
    watch.talk = &talk;
    if (begin_conversation(&talk, program, output) != 0) _exit(1);
  }
  struct pollfd files[4 + LINK_FILES] = {{CONTROL_FD, POLLRDHUP, 0},
                                         {signals, POLLIN, 0},
                                         {is_linked ? -1 : program->output, POLLIN, 0},
                                         {program->error, POLLIN, 0}};
  int count = is_linked ? 4 + LINK_FILES : 4;
  while (!watch.over) {
    if (is_linked) await_conversation(&talk, &files[4]);
    wait_for_news(&watch, files, count);
    int message = 0;
    for (int i = 4; i < count; i++) message = message || files[i].revents;
    if (message) watch.spoke_us = now_us();
    if (message || files[2].revents || files[3].revents) read_output(&watch, &files[2], &files[3]);
    if (files[1].revents) reap(&watch);
    uint64_t now = now_us();
    if (!watch.over && now >= watch.next_poll_us) look(&watch, now);
  }
  int answered = report->ending == ENDED_ANSWER;
  if (answered) read_output(&watch, &files[2], &files[3]);
  int stays = answered && report->stop == STOP_NONE;
  if (stays) {
    report->cpu_us = cpu_us(&work->order) - watch.cpu_before_us;
    /* Excess error output of this case must not leak into the next. */
    discard(program->error);
  } else {
    remember_peak(&watch, end_all(program));
    read_output(&watch, &files[2], &files[3]);
    if (is_linked) {
      report->other_ended = (uint64_t)interactor_ended_first(&talk);
      end_conversation(&talk, report->stop == STOP_NONE);
    }
    report->cpu_us = settled_cpu_us(&work->order) - watch.cpu_before_us;
    close_program(program);
  }
  report->wall_us = now_us() - watch.began_us;
  judge_end(&watch);
}
