/** The files that a checker leaves in /feedback, a small writable file system. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "warden.h"

enum { MAX_BYTES = 65536, MAX_OPEN = 16 };
static const char folder[] = "/feedback";
static const char *const names[FEEDBACK_FILES] = {
    [FEEDBACK_MESSAGE] = "/feedback/judgemessage.txt",
    [FEEDBACK_SCORE] = "/feedback/score.txt",
    [FEEDBACK_MULTIPLIER] = "/feedback/score_multiplier.txt",
};

/** Reads the beginning of a regular file. Anything else counts as missing. */
static void read_file(const char *name, struct text *text) {
  int file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  struct stat found;
  text->bytes = malloc(MAX_BYTES);
  if (text->bytes && fstat(file, &found) == 0 && S_ISREG(found.st_mode))
    for (;;) {
      ssize_t got = read(file, text->bytes + text->length, MAX_BYTES - text->length);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      text->length += (size_t)got;
    }
  close(file);
}

static int remove_one(const char *path, const struct stat *found, int kind, struct FTW *place) {
  (void)found;
  (void)kind;
  if (place->level > 0) remove(path);
  return 0;
}

void take_feedback(struct text feedback[FEEDBACK_FILES]) {
  for (int i = 0; i < FEEDBACK_FILES; i++) read_file(names[i], &feedback[i]);
  nftw(folder, remove_one, MAX_OPEN, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
