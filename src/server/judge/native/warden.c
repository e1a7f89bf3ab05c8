/** Process 1 of a sandbox: executes orders until the judge is gone. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "warden.h"

enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL };

static void fail(struct report *report, int reason) {
  report->ending = ENDED_FAILURE;
  report->value = (uint64_t)reason;
}

/** Reads a memory file that cannot be changed any more. @return its descriptor */
static int take_sealed(uint64_t bytes, int *failed) {
  int file = memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) _exit(1);
  int reason = take_input(file, bytes);
  if (!reason && fcntl(file, F_ADD_SEALS, SEALS) != 0) reason = errno;
  if (reason) *failed = reason;
  return file;
}

/** Opens the pipes to the other sandbox. */
static void link_sandboxes(struct report *report) {
  int failed = hold_links();
  if (failed) fail(report, failed);
}

/** Runs a fresh process with sealed input, and kills everything afterwards. */
static void run(struct work *work, struct report *report, struct text *output, struct text *error) {
  int failed = 0;
  int input = take_sealed(work->order.input_bytes, &failed);
  for (uint64_t i = 0; i < work->order.given_count; i++)
    work->given[i] = take_sealed(work->order.given_bytes[i], &failed);
  struct program program;
  if (!failed) failed = start_program(work, input, &program);
  close(input);
  for (uint64_t i = 0; i < work->order.given_count; i++) close(work->given[i]);
  if (failed) release_links();
  if (failed) fail(report, failed);
  else watch_program(work, &program, report, output, error);
}

/** Starts the resident program and waits until it is ready. @return 0 on failure */
static int make_ready(const struct work *work, int input, struct program *program, struct report *report,
                      struct text *output, struct text *error) {
  struct work start = *work;
  start.order.kind = ORDER_START;
  int failed = start_program(&start, input, program);
  if (failed) fail(report, failed);
  else watch_program(&start, program, report, output, error);
  return !failed && report->ending == ENDED_ANSWER && report->value == 0;
}

/** Runs a case in the resident program, after overwriting its input file. */
static void run_case(const struct work *work, struct report *report, struct text *output, struct text *error) {
  static struct program program = {0, -1, -1, -1, -1};
  static int input = -1;
  if (input < 0) input = memfd_create("input", MFD_CLOEXEC);
  if (input < 0) _exit(1);
  int failed = take_input(input, work->order.input_bytes);
  if (failed) {
    fail(report, failed);
    return;
  }
  if (program.pid == 0 && !make_ready(work, input, &program, report, output, error)) return;
  if (work->order.kind == ORDER_START) return;
  memset(report, 0, sizeof *report);
  output->length = error->length = 0;
  resume_program(&program);
  watch_program(work, &program, report, output, error);
}

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "probe") == 0) return probe(arguments[2]);
  /* Keeps programs in the sandbox from opening the warden's files in /proc. */
  prctl(PR_SET_DUMPABLE, 0);
  signal(SIGPIPE, SIG_IGN);
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  for (int file = CONTROL_FD; file <= LAST_FD; file++) fcntl(file, F_SETFD, FD_CLOEXEC);
  if (forbid_for_all() != 0) return 1;
  for (;;) {
    struct work work;
    struct report report = {0};
    struct text output = {0}, error = {0}, feedback[FEEDBACK_FILES] = {0};
    read_work(&work);
    if (work.order.kind == ORDER_LINK) link_sandboxes(&report);
    else if (work.order.kind == ORDER_RUN) run(&work, &report, &output, &error);
    else run_case(&work, &report, &output, &error);
    report.output_bytes = output.length;
    report.error_bytes = error.length;
    if (work.order.feedback) take_feedback(feedback);
    for (int i = 0; i < FEEDBACK_FILES; i++) report.feedback_bytes[i] = feedback[i].length;
    write_report(&report, &output, &error, feedback);
    free(output.bytes);
    free(error.bytes);
    for (int i = 0; i < FEEDBACK_FILES; i++) free(feedback[i].bytes);
    free_work(&work);
  }
}
