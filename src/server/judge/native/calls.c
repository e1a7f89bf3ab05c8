/**
 * System calls that programs may make. As an allow-list, it also blocks calls that do not exist yet. Each call, or an
 * equivalent, was observed in a program, compiler or runtime of a supported language (docs/judge.md describes how).
 */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/syscall.h>

#include "warden.h"

#define LIST(name, ...) static const unsigned int name[] = {__VA_ARGS__}

/* For all programs: memory, reading files, writing to open files, threads, children, signals, clocks, own limits. */
LIST(base,
     __NR_brk, __NR_mmap, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_madvise, __NR_msync,
     __NR_openat, __NR_close, __NR_read, __NR_readv, __NR_pread64, __NR_preadv, __NR_lseek, __NR_write, __NR_writev,
     __NR_pwrite64, __NR_pwritev, __NR_fsync, __NR_fdatasync, __NR_fstat, __NR_newfstatat, __NR_statfs, __NR_fstatfs, __NR_statx,
     __NR_getdents64, __NR_readlinkat, __NR_faccessat, __NR_getcwd, __NR_chdir, __NR_fchdir, __NR_fadvise64, __NR_readahead,
     __NR_fcntl, __NR_flock, __NR_dup, __NR_dup3, __NR_ioctl, __NR_sendfile, __NR_pipe2, __NR_ppoll, __NR_pselect6, __NR_umask,
     436 /* close_range */, 439 /* faccessat2 */,
     __NR_clone, __NR_execve, __NR_exit, __NR_exit_group, __NR_wait4, __NR_waitid, __NR_getpid, __NR_getppid, __NR_gettid,
     __NR_getpgid, __NR_getsid, __NR_setpgid, __NR_setsid, __NR_prctl, __NR_set_tid_address, __NR_set_robust_list,
     __NR_get_robust_list, __NR_futex, __NR_sched_yield, __NR_sched_getaffinity, __NR_sched_getparam,
     __NR_sched_getscheduler, __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_sched_rr_get_interval,
     __NR_getpriority, __NR_getcpu,
     __NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigpending,
     __NR_rt_sigtimedwait, __NR_rt_sigsuspend, __NR_rt_sigqueueinfo, __NR_sigaltstack, __NR_restart_syscall,
     __NR_clock_gettime, __NR_clock_getres, __NR_clock_nanosleep, __NR_nanosleep, __NR_gettimeofday, __NR_times,
     __NR_getitimer, __NR_setitimer, __NR_timer_create, __NR_timer_settime, __NR_timer_gettime, __NR_timer_getoverrun,
     __NR_timer_delete,
     __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getresuid, __NR_getresgid, __NR_getgroups, __NR_capget,
     __NR_getrlimit, __NR_setrlimit, __NR_prlimit64, __NR_getrusage, __NR_uname, __NR_sysinfo, __NR_getrandom,
#if defined(__x86_64__)
     __NR_open, __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_getdents, __NR_pipe, __NR_dup2, __NR_poll,
     __NR_select, __NR_fork, __NR_vfork, __NR_getpgrp, __NR_alarm, __NR_pause, __NR_time, __NR_arch_prctl,
#endif
     __NR_rseq);

/* CALLS_FILES, for compilers: changing a folder's contents. */
LIST(files,
     __NR_unlinkat, __NR_renameat2, __NR_mkdirat, __NR_linkat, __NR_symlinkat, __NR_ftruncate, __NR_truncate, __NR_fallocate,
     __NR_fchmod, __NR_fchmodat, __NR_utimensat, __NR_copy_file_range,
#if defined(__x86_64__)
     __NR_creat, __NR_unlink, __NR_rename, __NR_mkdir, __NR_rmdir, __NR_link, __NR_symlink, __NR_chmod, __NR_utime, __NR_utimes,
#endif
     __NR_renameat);

/* CALLS_EVENTS, for runtimes with an event loop. */
LIST(events,
     __NR_epoll_create1, __NR_epoll_ctl, __NR_epoll_pwait, __NR_eventfd2, __NR_timerfd_create, __NR_timerfd_settime,
     __NR_timerfd_gettime, __NR_signalfd4,
#if defined(__x86_64__)
     __NR_epoll_create, __NR_epoll_wait, __NR_eventfd,
#endif
     441 /* epoll_pwait2 */);

/* CALLS_MACHINE, for virtual machines: querying memory and processors. */
LIST(machine, __NR_membarrier, __NR_mincore, __NR_get_mempolicy, __NR_mlock, __NR_munlock, __NR_sched_getattr);

/*
 * CALLS_PAIRS: connected sockets within the sandbox. Their buffers are not counted, so only runtimes that require them
 * may create any.
 */
LIST(pairs, __NR_socketpair, __NR_shutdown);

/*
 * Calls that pretend to succeed: runtimes fail if they cannot set priorities, but the kernel would let a program take
 * priority over the warden.
 */
LIST(pretended, __NR_setpriority, __NR_sched_setscheduler, __NR_sched_setparam, __NR_sched_setattr, __NR_sched_setaffinity,
     __NR_ioprio_set);

static void mark(unsigned char *answers, const unsigned int *numbers, size_t count, unsigned char answer) {
  for (size_t i = 0; i < count; i++) answers[numbers[i]] = answer;
}
#define MARK(list, answer) mark(answers, list, sizeof list / sizeof *list, answer)

void answers_for(uint64_t groups, unsigned char answers[CALL_NUMBERS]) {
  /* Newer calls are reported as missing, so that libraries fall back to older ones. */
  for (unsigned int number = 0; number < CALL_NUMBERS; number++) answers[number] = number < NEWER_CALLS ? REFUSE : MISSING;
  MARK(base, ALLOW);
  if (groups & CALLS_FILES) MARK(files, ALLOW);
  if (groups & CALLS_EVENTS) MARK(events, ALLOW);
  if (groups & CALLS_MACHINE) MARK(machine, ALLOW);
  if (groups & CALLS_PAIRS) MARK(pairs, ALLOW);
  MARK(pretended, PRETEND);
}
