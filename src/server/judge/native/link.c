/**
 * Interactive problems: two named pipes connect the sandboxes of a program and its interactor. The interactor uses them
 * directly. The program's warden relays between the pipes and the program, to record and limit the conversation. By a
 * third pipe, the interactor's warden says that the interactor computes, because the program may be waiting for it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "warden.h"

enum {
  MAX_TRANSCRIPT = 65536,
  RECORD_HEAD = 5,
  /** Messages relayed before the limits are checked again. */
  MAX_MESSAGES = 16,
};

static int held[LINK_PIPES] = {-1, -1, -1};

int hold_links(void) {
  release_links();
  held[LINK_TO] = open("/link/to", O_RDWR | O_CLOEXEC);
  held[LINK_FROM] = open("/link/from", O_RDWR | O_CLOEXEC);
  held[LINK_WORK] = open("/link/work", O_RDWR | O_CLOEXEC);
  return held[LINK_TO] < 0 || held[LINK_FROM] < 0 || held[LINK_WORK] < 0 ? errno : 0;
}

/* By descriptor, because the judge has removed the names. */
int open_link(enum link_pipe pipe, int flags) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", held[pipe]);
  return open(path, flags | O_CLOEXEC);
}

void release_links(void) {
  for (int i = 0; i < LINK_PIPES; i++) {
    if (held[i] >= 0) close(held[i]);
    held[i] = -1;
  }
}

int begin_conversation(struct conversation *talk, struct program *program, struct text *transcript) {
  memset(talk, 0, sizeof *talk);
  talk->transcript = transcript;
  talk->to_interactor = (struct channel){.source = program->output, .speaker = '<'};
  talk->to_program = (struct channel){.target = program->input, .speaker = '>'};
  talk->to_interactor.target = open_link(LINK_TO, O_WRONLY | O_NONBLOCK);
  talk->to_program.source = open_link(LINK_FROM, O_RDONLY | O_NONBLOCK);
  talk->work = open_link(LINK_WORK, O_RDONLY | O_NONBLOCK);
  int failed = talk->to_interactor.target < 0 || talk->to_program.source < 0 || talk->work < 0 ? errno : 0;
  fcntl(program->input, F_SETFL, O_NONBLOCK);
  program->input = program->output = -1;
  release_links();
  return failed;
}

static void shut(int *file) {
  if (*file >= 0) close(*file);
  *file = -1;
}

/** Adds to the transcript while there is room. */
static void record(struct text *transcript, const struct channel *channel) {
  if (!transcript->bytes) {
    transcript->bytes = malloc(MAX_TRANSCRIPT);
    transcript->room = transcript->bytes ? MAX_TRANSCRIPT : 0;
  }
  if (transcript->room - transcript->length <= RECORD_HEAD) return;
  size_t space = transcript->room - transcript->length - RECORD_HEAD;
  uint32_t part = (uint32_t)(channel->length < space ? channel->length : space);
  char *at = transcript->bytes + transcript->length;
  *at = channel->speaker;
  memcpy(at + 1, &part, sizeof part);
  memcpy(at + RECORD_HEAD, channel->bytes, part);
  transcript->length += RECORD_HEAD + part;
}

/** Reads if nothing is pending. Closes the target at the end of the source. @return nonzero if something was read */
static int read_channel(struct channel *channel, struct text *transcript) {
  if (channel->source < 0 || channel->at < channel->length) return 0;
  ssize_t got = read(channel->source, channel->bytes, sizeof channel->bytes);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  channel->at = channel->length = 0;
  if (got <= 0) {
    shut(&channel->source);
    shut(&channel->target);
    return 0;
  }
  channel->length = (size_t)got;
  channel->total += (size_t)got;
  record(transcript, channel);
  return 1;
}

/** Writes what is pending. Drops output that nobody reads any more. @return nonzero if nothing is pending */
static int write_channel(struct channel *channel) {
  while (channel->at < channel->length) {
    ssize_t put = channel->target < 0 ? -1 : write(channel->target, channel->bytes + channel->at, channel->length - channel->at);
    if (put >= 0) channel->at += (size_t)put;
    else if (channel->target >= 0 && errno == EINTR) continue;
    else if (channel->target >= 0 && errno == EAGAIN) return 0;
    else {
      shut(&channel->target);
      channel->at = channel->length;
    }
  }
  return 1;
}

/** @return nonzero if there may be more to relay at once */
static int relay_channel(struct channel *channel, struct text *transcript) {
  for (int i = 0; i < MAX_MESSAGES; i++)
    if (!write_channel(channel) || !read_channel(channel, transcript)) return 0;
  return 1;
}

/** True if the interactor has closed its end. */
static int interactor_ended(const struct conversation *talk) {
  struct pollfd source = {talk->to_program.source, POLLIN, 0};
  return source.fd < 0 || (poll(&source, 1, 0) > 0 && (source.revents & (POLLHUP | POLLERR)));
}

void relay(struct conversation *talk) {
  /* A crashing program's output ends before the program does. From then on, the interactor may end because of it. */
  if (talk->to_interactor.source >= 0) talk->ended_first = interactor_ended(talk);
  relay_channel(&talk->to_interactor, talk->transcript);
  relay_channel(&talk->to_program, talk->transcript);
}

void await_conversation(const struct conversation *talk, struct pollfd files[LINK_FILES]) {
  const struct channel *channels[LINK_CHANNELS] = {&talk->to_interactor, &talk->to_program};
  for (int i = 0; i < LINK_CHANNELS; i++) {
    int pending = channels[i]->at < channels[i]->length;
    files[2 * i] = (struct pollfd){pending ? -1 : channels[i]->source, POLLIN, 0};
    files[2 * i + 1] = (struct pollfd){pending ? channels[i]->target : -1, POLLOUT, 0};
  }
}

int interactor_worked(const struct conversation *talk) {
  char marks[256];
  return read(talk->work, marks, sizeof marks) > 0;
}

int interactor_ended_first(const struct conversation *talk) {
  return talk->to_interactor.source < 0 ? talk->ended_first : interactor_ended(talk);
}

void end_conversation(struct conversation *talk, int flush) {
  struct channel *last = &talk->to_interactor, *unread = &talk->to_program;
  if (!flush) {
    shut(&last->source);
    shut(&last->target);
  }
  shut(&unread->target);
  shut(&talk->work);
  /* The interactor must never wait for a full pipe. Its own limits end it. */
  while (unread->source >= 0) {
    int more = relay_channel(last, talk->transcript) | relay_channel(unread, talk->transcript);
    struct pollfd files[1 + LINK_FILES] = {{CONTROL_FD, POLLRDHUP, 0}};
    await_conversation(talk, &files[1]);
    poll(files, 1 + LINK_FILES, more || unread->source < 0 ? 0 : -1);
    if (files[0].revents & (POLLHUP | POLLERR | POLLRDHUP)) _exit(0);
  }
  shut(&last->source);
  shut(&last->target);
}
