/** The wire protocol between judge and warden. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "warden.h"

/** The judge is trusted. These limits only keep a bug from exhausting the machine. */
enum { MAX_TEXTS = 1 << 20, MAX_WORDS = 1024 };

/** Reads exactly `length` bytes, or exits if the judge is gone. Exiting process 1 ends the whole sandbox. */
static void take(void *to, size_t length) {
  char *at = to;
  while (length > 0) {
    ssize_t got = read(CONTROL_FD, at, length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) _exit(0);
    at += got;
    length -= (size_t)got;
  }
}

static void give(const void *from, size_t length) {
  const char *at = from;
  while (length > 0) {
    ssize_t put = write(CONTROL_FD, at, length);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) _exit(0);
    at += put;
    length -= (size_t)put;
  }
}

/** Splits NUL-terminated strings. */
static char **words_of(char **at, uint64_t count) {
  char **words = calloc(count + 1, sizeof *words);
  if (!words) _exit(1);
  for (uint64_t i = 0; i < count; i++) {
    words[i] = *at;
    *at += strlen(*at) + 1;
  }
  return words;
}

int take_input(int file, uint64_t bytes) {
  int failed = ftruncate(file, 0) != 0 ? errno : 0;
  char chunk[65536];
  uint64_t at = 0;
  while (at < bytes) {
    size_t part = bytes - at < sizeof chunk ? (size_t)(bytes - at) : sizeof chunk;
    take(chunk, part);
    /* Always read the whole payload, because the next order follows it. */
    if (!failed && pwrite(file, chunk, part, (off_t)at) != (ssize_t)part) failed = errno ? errno : ENOSPC;
    at += part;
  }
  return failed;
}

void read_work(struct work *work) {
  memset(work, 0, sizeof *work);
  struct order *order = &work->order;
  take(order, sizeof *order);
  if (order->texts_bytes > MAX_TEXTS || order->argument_count > MAX_WORDS || order->variable_count > MAX_WORDS) _exit(1);
  if (order->given_count > MAX_GIVEN) _exit(1);
  work->texts = calloc(order->texts_bytes + 1, 1);
  if (!work->texts) _exit(1);
  take(work->texts, order->texts_bytes);
  char *at = work->texts;
  work->arguments = words_of(&at, order->argument_count);
  work->variables = words_of(&at, order->variable_count);
}

void free_work(struct work *work) {
  free(work->arguments);
  free(work->variables);
  free(work->texts);
}

void write_report(const struct report *report, const struct text *output, const struct text *error,
                  const struct text *feedback) {
  give(report, sizeof *report);
  give(output->bytes, report->output_bytes);
  give(error->bytes, report->error_bytes);
  for (int i = 0; i < FEEDBACK_FILES; i++) give(feedback[i].bytes, report->feedback_bytes[i]);
}
