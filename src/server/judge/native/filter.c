/** The system call filter, hand-written so that it needs no library and is easy to audit. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "warden.h"

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#define X32_BIT 0x40000000u
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#error "The filter supports only x86-64 and arm64"
#endif

/* Missing from the headers of some distributions. */
#ifndef __NR_clone3
#define __NR_clone3 435
#endif
#ifndef __NR_pidfd_getfd
#define __NR_pidfd_getfd 438
#endif
#ifndef __NR_process_madvise
#define __NR_process_madvise 440
#endif
#ifndef __NR_mount_setattr
#define __NR_mount_setattr 442
#endif
#ifndef __NR_memfd_secret
#define __NR_memfd_secret 447
#endif
#ifndef __NR_process_mrelease
#define __NR_process_mrelease 448
#endif

/** Refused with EPERM, even for the warden. See calls.c for the calls that programs may make. */
static const unsigned int refused[] = {
    /* other machines and processes through sockets; a network namespace does not stop vsock */
    __NR_socket, __NR_connect, __NR_bind, __NR_listen,
    /* other processes' memory and descriptors */
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_pidfd_getfd, __NR_kcmp, __NR_process_madvise,
    __NR_process_mrelease,
    /* mounts and namespaces */
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns, __NR_mount_setattr, 428 /* open_tree */,
    429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    467 /* open_tree_attr */,
    /* the kernel's most vulnerable parts */
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, 425 /* io_uring_setup */, 426 /* io_uring_enter */,
    427 /* io_uring_register */, __NR_add_key, __NR_request_key, __NR_keyctl, __NR_io_setup, __NR_io_submit,
    __NR_vmsplice, __NR_fanotify_init,
    /* memory and messages not owned by a process */
    __NR_memfd_secret, __NR_shmget, __NR_shmat, __NR_shmctl, __NR_semget, __NR_semop, __NR_semtimedop,
    __NR_semctl, __NR_msgget, __NR_msgsnd, __NR_msgrcv, __NR_msgctl, __NR_mq_open, __NR_mq_unlink,
    /* file handles, which bypass mounts */
    __NR_name_to_handle_at, __NR_open_by_handle_at,
    /* the machine itself */
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load, __NR_kexec_file_load, __NR_reboot,
    __NR_swapon, __NR_swapoff, __NR_acct, __NR_quotactl, 443 /* quotactl_fd */, __NR_settimeofday, __NR_clock_settime,
    __NR_adjtimex, __NR_clock_adjtime, __NR_sethostname, __NR_setdomainname, __NR_syslog, __NR_vhangup, __NR_personality,
    __NR_nfsservctl, __NR_lookup_dcookie, __NR_set_mempolicy, __NR_mbind, __NR_migrate_pages, __NR_move_pages,
#if defined(__x86_64__)
    __NR_ioperm, __NR_iopl, __NR_modify_ldt, __NR_create_module, __NR_uselib, __NR_ustat, __NR_sysfs, __NR__sysctl,
#endif
};

/** Namespaces that clone() may not create. Excludes time namespaces, which it cannot create. */
#define NEW_NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

enum { REFUSED = sizeof refused / sizeof *refused };

static struct sock_filter step(unsigned short code, unsigned char yes, unsigned char no, unsigned int value) {
  return (struct sock_filter){code, yes, no, value};
}
#define LOAD(field) step(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, field))
#define ANSWER(action) step(BPF_RET | BPF_K, 0, 0, action)
#define IS(value, yes, no) step(BPF_JMP | BPF_JEQ | BPF_K, yes, no, value)

struct script {
  struct sock_filter steps[CALL_NUMBERS * 2 + 32];
  unsigned short length;
};

static void add(struct script *script, struct sock_filter one) { script->steps[script->length++] = one; }

/** Sets the action for one system call, regardless of its arguments. */
static void answer(struct script *script, unsigned int number, unsigned int action) {
  add(script, IS(number, 0, 1));
  add(script, ANSWER(action));
}

static int install(struct script *script) {
  struct sock_fprog program = {script->length, script->steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0 ? 0 : errno;
}

int forbid_for_all(void) {
  struct script script = {.length = 0};
  add(&script, LOAD(arch));
  add(&script, IS(MACHINE, 1, 0));
  add(&script, ANSWER(SECCOMP_RET_KILL_PROCESS));
  add(&script, LOAD(nr));
#ifdef X32_BIT
  add(&script, step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, X32_BIT));
  add(&script, ANSWER(SECCOMP_RET_KILL_PROCESS));
#endif
  for (unsigned int i = 0; i < REFUSED; i++) answer(&script, refused[i], SECCOMP_RET_ERRNO | EPERM);
  /* clone3's flags are in memory, which a filter cannot read. Every C library falls back to clone(). */
  answer(&script, __NR_clone3, SECCOMP_RET_ERRNO | ENOSYS);
  add(&script, IS(__NR_clone, 0, 4));
  add(&script, LOAD(args[0]));
  add(&script, step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, NEW_NAMESPACES));
  add(&script, ANSWER(SECCOMP_RET_ERRNO | EPERM));
  add(&script, LOAD(nr));
  /* Programs may change only their own limits, never the warden's. */
  add(&script, IS(__NR_prlimit64, 0, 4));
  add(&script, LOAD(args[0]));
  add(&script, IS(0, 1, 0));
  add(&script, ANSWER(SECCOMP_RET_ERRNO | EPERM));
  add(&script, LOAD(nr));
  /* These inject input into a terminal. */
  add(&script, IS(__NR_ioctl, 0, 4));
  add(&script, LOAD(args[1]));
  add(&script, IS(0x5412 /* TIOCSTI */, 1, 0));
  add(&script, IS(0x541C /* TIOCLINUX */, 0, 1));
  add(&script, ANSWER(SECCOMP_RET_ERRNO | EPERM));
  add(&script, ANSWER(SECCOMP_RET_ALLOW));
  return install(&script);
}

/**
 * Forbids child processes, which the kernel may reap unseen, and shared pages: only control groups can count either.
 * @param shares_files true if the runtime maps files as shared. Only Java does; it is recognised by its socket pairs.
 * Java programs cannot drop such pages from their resident memory.
 */
static void forbid_uncounted(struct script *script, int shares_files) {
#if defined(__x86_64__)
  answer(script, __NR_fork, SECCOMP_RET_ERRNO | EPERM);
  answer(script, __NR_vfork, SECCOMP_RET_ERRNO | EPERM);
#endif
  add(script, IS(__NR_clone, 0, 4));
  add(script, LOAD(args[0]));
  add(script, step(BPF_JMP | BPF_JSET | BPF_K, 1, 0, CLONE_THREAD));
  add(script, ANSWER(SECCOMP_RET_ERRNO | EPERM));
  add(script, LOAD(nr));
  if (shares_files) return;
  add(script, IS(__NR_mmap, 0, 4));
  add(script, LOAD(args[3]));
  add(script, step(BPF_JMP | BPF_JSET | BPF_K, 0, 1, MAP_SHARED));
  add(script, ANSWER(SECCOMP_RET_ERRNO | EPERM));
  add(script, LOAD(nr));
}

/** Consecutive system calls with the same action. */
struct span {
  unsigned int first;
  unsigned char answer;
};

/** Adds a binary search for the action of a call. @return errno or 0 */
static int look_up(struct script *script, const struct span *spans, unsigned int count) {
  static const unsigned int actions[] = {[REFUSE] = SECCOMP_RET_ERRNO | EPERM, [MISSING] = SECCOMP_RET_ERRNO | ENOSYS,
                                         [ALLOW] = SECCOMP_RET_ALLOW, [PRETEND] = SECCOMP_RET_ERRNO | 0};
  if (count == 1) {
    add(script, ANSWER(actions[spans->answer]));
    return 0;
  }
  unsigned int half = count / 2;
  unsigned short at = script->length;
  add(script, step(BPF_JMP | BPF_JGE | BPF_K, 0, 0, spans[half].first));
  int failed = look_up(script, spans, half);
  if (failed) return failed;
  unsigned int jump = script->length - at - 1u;
  if (jump > 255) return E2BIG;
  script->steps[at].jt = (unsigned char)jump;
  return look_up(script, spans + half, count - half);
}

int forbid_for_program(const struct order *order) {
  struct script script = {.length = 0};
  unsigned char answers[CALL_NUMBERS];
  struct span spans[CALL_NUMBERS];
  unsigned int count = 0;
  answers_for(order->calls, answers);
  for (unsigned int number = 0; number < CALL_NUMBERS; number++)
    if (number == 0 || answers[number] != answers[number - 1]) spans[count++] = (struct span){number, answers[number]};
  add(&script, LOAD(nr));
  if (!order->use_group && !order->forks) forbid_uncounted(&script, (order->calls & CALLS_PAIRS) != 0);
  int failed = look_up(&script, spans, count);
  return failed ? failed : install(&script);
}
