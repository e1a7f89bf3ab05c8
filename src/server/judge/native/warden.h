/**
 * The warden: process 1 of a sandbox. It receives orders from the judge on one descriptor, starts each program behind a
 * system call filter and resource limits, watches it, and reports. Programs cannot reach it or its descriptors.
 */
#ifndef WARDEN_H
#define WARDEN_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** Descriptors passed by the judge. The group descriptors exist only with control groups. */
enum {
  CONTROL_FD = 3,
  GROUP_PROCS_FD = 4,
  GROUP_EVENTS_FD = 5,
  GROUP_MEMORY_FD = 6,
  GROUP_CPU_PROCS_FD = 7,
  GROUP_CPU_FD = 8,
  LAST_FD = GROUP_CPU_FD
};

/** The given files' descriptors in the program, at /dev/fd/64 and so on; orders.ts uses the same number. */
enum { GIVEN_FD = 64, MAX_GIVEN = 3 };

/** Order codes; orders.ts writes the same numbers. */
enum order_kind {
  /** Run one case in a fresh process, and kill everything in the sandbox afterwards. */
  ORDER_RUN = 1,
  /** Start a resident program, which answers cases by stopping itself, and report when it is ready. */
  ORDER_START = 2,
  /** Run one case in the resident program, restarting it if it is gone. */
  ORDER_CASE = 3,
  /** Hold the pipes of /link open, so that no end misses the other. The next order must be linked. */
  ORDER_LINK = 4,
};

/** How a program is connected to the pipes in /link; orders.ts writes the same numbers. */
enum link { LINK_NONE = 0, LINK_PROGRAM = 1, LINK_INTERACTOR = 2 };

/** Wire layout, in native byte order, followed by the strings and the input. */
struct order {
  uint64_t kind;
  uint64_t cpu_us;
  uint64_t wall_us;
  /** Memory of the whole tree; 0 for no limit. */
  uint64_t memory_kb;
  uint64_t output_bytes;
  uint64_t error_bytes;
  uint64_t file_bytes;
  uint64_t stack_bytes;
  uint64_t processes;
  uint64_t use_group;
  /** System calls in addition to the common ones: the CALLS_… bits below. */
  uint64_t calls;
  /** Nonzero if the program may start processes and share memory even without a control group. */
  uint64_t forks;
  /** Maximum address space, enforced only without a control group; 0 for no limit. */
  uint64_t address_bytes;
  uint64_t argument_count;
  uint64_t variable_count;
  uint64_t texts_bytes;
  uint64_t input_bytes;
  /** Sizes of the files that the program gets besides its input, for checkers. They follow the input. */
  uint64_t given_bytes[MAX_GIVEN];
  uint64_t given_count;
  /** Nonzero to read the files that the program leaves in /feedback. */
  uint64_t feedback;
  /** One of enum link. */
  uint64_t link;
};

enum ending { ENDED_EXIT = 0, ENDED_SIGNAL = 1, ENDED_ANSWER = 2, ENDED_FAILURE = 3 };
enum stop { STOP_NONE = 0, STOP_CPU = 1, STOP_WALL = 2, STOP_MEMORY = 3, STOP_OUTPUT = 4 };

/** Files in /feedback, in the order of their texts in a report. */
enum { FEEDBACK_MESSAGE, FEEDBACK_SCORE, FEEDBACK_MULTIPLIER, FEEDBACK_FILES };

/** Wire layout of the response, followed by output, error text and feedback. */
struct report {
  uint64_t ending;
  /** Exit code, signal, the program's answer, or errno of the warden's own failure. */
  uint64_t value;
  uint64_t stop;
  uint64_t cpu_us;
  uint64_t wall_us;
  uint64_t peak_kb;
  uint64_t output_bytes;
  uint64_t error_bytes;
  uint64_t feedback_bytes[FEEDBACK_FILES];
  /** With LINK_PROGRAM, nonzero if the interactor had ended before the program's output did. */
  uint64_t other_ended;
};

/** An order with its strings. */
struct work {
  struct order order;
  char **arguments;
  char **variables;
  char *texts;
  /** Memory files with the given files' content. */
  int given[MAX_GIVEN];
};

/** A running program and the warden's ends of its pipes. */
struct program {
  /** 0 if none is running. */
  pid_t pid;
  int output;
  int error;
  /** The write end of its standard input, with LINK_PROGRAM. */
  int input;
  /** The write end of the pipe that says that it computes, with LINK_INTERACTOR. */
  int work;
};

struct text {
  char *bytes;
  size_t length;
  size_t room;
};

/** wire.c. If the judge is gone, reading and writing end the warden. */
void read_work(struct work *work);
void free_work(struct work *work);
void write_report(const struct report *report, const struct text *output, const struct text *error,
                  const struct text *feedback);
/** Fills a memory file from the control descriptor. @return errno or 0 */
int take_input(int file, uint64_t bytes);

/** program.c. @param input its standard input @return errno of a failure before exec, or 0 */
int start_program(const struct work *work, int input, struct program *program);
/** Kills everything in the sandbox but the warden. @return the highest resident size of any process, in kB */
uint64_t end_all(struct program *program);
void close_program(struct program *program);
/** Resumes a stopped resident program for its next case. */
void resume_program(const struct program *program);

/** watch.c: watches until the program has ended, answered, or reached a limit. */
void watch_program(const struct work *work, struct program *program, struct report *report, struct text *output,
                   struct text *error);

/** tree.c: current use of all processes in the sandbox but the warden. */
struct usage {
  uint64_t cpu_us;
  uint64_t memory_kb;
};
struct usage tree_usage(void);
/** Memory with shared pages counted once. Slow. */
uint64_t tree_memory_exact(void);
/** How long the live threads have waited for a processor. 0 if the kernel does not count it. Slow. */
uint64_t tree_delay_us(void);
/** The answer of a stopped resident program, encoded in its process name. */
uint64_t answer_of(pid_t pid);

/** calls.c: groups of system calls; orders.ts writes the same bits. */
enum { CALLS_FILES = 1, CALLS_EVENTS = 2, CALLS_MACHINE = 4, CALLS_PAIRS = 8 };
/** Action for a system call: EPERM, ENOSYS, allow, or success without effect. */
enum answer { REFUSE, MISSING, ALLOW, PRETEND };
/** Upper bound of system call numbers, and the first number of the newer calls. */
enum { CALL_NUMBERS = 512, NEWER_CALLS = 424 };
/** Sets the action for each system call, for a program with these groups. */
void answers_for(uint64_t groups, unsigned char answers[CALL_NUMBERS]);

/**
 * filter.c. Most calls are forbidden once, including for the warden: installing a filter takes a quarter of a
 * millisecond, and programs inherit it. Calls that the warden needs are forbidden per program. Both functions return
 * errno or 0.
 */
int forbid_for_all(void);
int forbid_for_program(const struct order *order);

/** group.c: the control group that limits memory and counts CPU time, if there is one. */
int enter_group(void);
uint64_t group_kills(void);
/** Memory of all its processes, counting shared pages once and excluding evictable file pages. */
uint64_t group_memory_kb(void);
/** Total CPU time of all its processes, regardless of who reaped them. */
uint64_t group_cpu_us(void);

/** probe.c: self-test programs. @return exit code */
int probe(const char *name);

/** feedback.c: reads the files in /feedback, once everything that could write there has ended, and empties it. */
void take_feedback(struct text feedback[FEEDBACK_FILES]);

/** link.c: the named pipes between a program and its interactor. */
enum { LINK_CHANNELS = 2, LINK_FILES = 2 * LINK_CHANNELS };
/** The pipes to and from the interactor, and the one by which its warden says that it computes. */
enum link_pipe { LINK_TO = 0, LINK_FROM = 1, LINK_WORK = 2, LINK_PIPES = 3 };

/** Bytes on their way from one descriptor to another; -1 for a closed end. */
struct channel {
  int source;
  int target;
  char speaker;
  size_t length;
  size_t at;
  uint64_t total;
  char bytes[65536];
};

/** The conversation of a program with its interactor, relayed by the program's warden. */
struct conversation {
  struct channel to_interactor;
  struct channel to_program;
  /** The read end of the pipe that says that the interactor computes. */
  int work;
  /** Once the program's output has ended: nonzero if the interactor had ended before. */
  int ended_first;
  /** Records: the speaker ('<' for the program), the length as 4 bytes, the text. */
  struct text *transcript;
};

/** Opens the pipes for reading and writing. @return errno or 0 */
int hold_links(void);
/** Opens one end of a held pipe. @return its descriptor or -1 */
int open_link(enum link_pipe pipe, int flags);
/** Closes the pipes that hold_links opened. */
void release_links(void);
/** Connects a started program, and takes over its standard input and output. @return errno or 0 */
int begin_conversation(struct conversation *talk, struct program *program, struct text *transcript);
/** Fills in the descriptors to poll. */
void await_conversation(const struct conversation *talk, struct pollfd files[LINK_FILES]);
/** Moves what can be moved without waiting. */
void relay(struct conversation *talk);
/** True if the interactor has computed since the last call. */
int interactor_worked(const struct conversation *talk);
/** True if the interactor ended before the program's output did. Later it may end because the program does. */
int interactor_ended_first(const struct conversation *talk);
/**
 * Relays the program's remaining output, discards what the interactor still writes, and closes the pipes once the
 * interactor has ended. @param flush zero to drop the output
 */
void end_conversation(struct conversation *talk, int flush);

uint64_t now_us(void);

#endif
