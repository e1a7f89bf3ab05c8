import type { JudgedCase } from '#server/judge/types.ts'
import type { Language, RunVerdict, Verdict } from '#shared/coding/languages.rules.ts'

/** An attack, and how to tell that it failed. */
export interface Attack {
  name: string
  language?: Language
  source: string
  limits?: { timeMs: number; memoryMb: number }
  /** Allowed verdicts. Defaults to "accepted". */
  ends?: readonly Verdict[]
  /** Expected output, usually with one line per attempt. */
  prints?: string
  /** Returns true if the outcome is harmless. Used for attacks with several possible outcomes. */
  contained?: (judged: JudgedCase) => boolean
}

const headers = `#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
/* "refused" means that the sandbox blocked or hid the target. Any other failure proves nothing. */
static void say(const char *what, long result) {
  if (result >= 0) printf("%s: done\\n", what);
  else if (errno == EPERM || errno == EACCES || errno == EROFS || errno == ENOSYS || errno == ENOENT || errno == ESRCH) printf("%s: refused\\n", what);
  else printf("%s: %s\\n", what, strerror(errno));
}
`

/** A C program with these statements. */
const c = (body: string, before = '') => `${headers}${before}\nint main(void) { ${body}\n fflush(stdout); return 0; }\n`

const refused = (...names: string[]) => names.map((name) => `${name}: refused`).join('\n')

/** A C program that tries each expression and expects all to be refused. An expression is negative on failure. */
const attempts = (list: Record<string, string>, before = '') => ({
  source: c(
    Object.entries(list)
      .map(([name, attempt]) => `say("${name}", (long)(${attempt}));`)
      .join('\n'),
    before,
  ),
  prints: refused(...Object.keys(list)),
})

const overMemory: readonly RunVerdict[] = ['memory_limit_exceeded']
const overTime: readonly RunVerdict[] = ['time_limit_exceeded']
const small = { timeMs: 300, memoryMb: 32 }

/** Excessive processes, memory, output and time. */
const floods: Attack[] = [
  { name: 'a fork bomb', source: c('for (;;) fork();'), limits: small, ends: [...overTime, ...overMemory] },
  {
    name: '5,000 threads',
    source: c(
      'int made = 0; while (made < 5000) { pthread_t one; if (pthread_create(&one, 0, wait_on, 0)) break; made++; } puts(made < 128 ? "stopped" : "not stopped"); fflush(stdout); _exit(0);',
      'static void *wait_on(void *x) { pause(); return x; }',
    ),
    limits: { timeMs: 1_000, memoryMb: 64 },
    prints: 'stopped',
  },
  { name: 'endless output', source: c('for (;;) puts("more");'), ends: ['output_limit_exceeded'] },
  // If the judge stopped reading excess output, SIGPIPE would end the program with a runtime error.
  { name: 'endless error text', source: c('for (;;) fputs("more\\n", stderr);'), limits: small, ends: overTime },
  {
    name: 'allocated and touched memory',
    source: c('for (;;) memset(malloc(1 << 20), 1, 1 << 20);'),
    limits: small,
    ends: overMemory,
  },
  {
    name: 'mapped memory filled by the kernel',
    source: c(
      'mmap(0, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0); puts("mapped");',
    ),
    limits: small,
    ends: overMemory,
  },
  {
    name: 'shared memory',
    source: c(
      'char *all = mmap(0, 1 << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); memset(all, 1, 1 << 30); puts("filled");',
    ),
    limits: small,
    // Without control groups the mapping fails, and the program writes to unmapped memory.
    ends: [...overMemory, 'runtime_error'],
  },
  {
    name: 'memory across many processes',
    source: c(
      'int made = 0; for (int i = 0; i < 30; i++) { int child = fork(); if (child > 0) made++; if (child == 0) { memset(malloc(8 << 20), 1, 8 << 20); pause(); } } while (wait(0) > 0) ; puts(made ? "filled" : "refused");',
    ),
    limits: small,
    contained: ({ verdict, output }) => verdict === 'memory_limit_exceeded' || output === 'refused\n',
  },
  {
    name: 'page tables for memory that is only read',
    source: c(
      'volatile char sum = 0; char *all = mmap(0, 1l << 42, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); if (all == MAP_FAILED) { puts("refused"); return 0; } for (long i = 0; i < 1l << 42; i += 1 << 21) sum += all[i];',
    ),
    limits: { timeMs: 5_000, memoryMb: 32 },
    contained: ({ verdict, output }) => verdict === 'memory_limit_exceeded' || output === 'refused\n',
  },
  {
    name: 'memory that belongs to no process',
    ...attempts({
      memfd: 'syscall(SYS_memfd_create, "x", 0)',
      shmget: 'syscall(SYS_shmget, 0, 1 << 20, 01600)',
      msgget: 'syscall(SYS_msgget, 0, 01600)',
      semget: 'syscall(SYS_semget, 0, 100, 01600)',
      mq_open: 'syscall(SYS_mq_open, "x", O_CREAT | O_RDWR, 0600, 0)',
      secret: 'syscall(447, 0)',
    }),
  },
  {
    name: 'thousands of full pipes',
    source: c(`static char part[1 << 20]; long kept = 0; int ends[2];
      while (pipe(ends) == 0) { fcntl(ends[1], F_SETPIPE_SZ, 1 << 20); fcntl(ends[1], F_SETFL, O_NONBLOCK); long put = write(ends[1], part, sizeof part); if (put > 0) kept += put; }
      puts(kept < 100 << 20 ? "bounded" : "unbounded");`),
    limits: { timeMs: 2_000, memoryMb: 64 },
    ends: ['accepted', 'memory_limit_exceeded'],
  },
  {
    name: 'a sleep that ignores signals',
    source: c('for (int i = 1; i < 65; i++) signal(i, SIG_IGN); for (;;) pause();'),
    limits: small,
    ends: overTime,
  },
  { name: 'a program that stops itself', source: c('raise(SIGSTOP); puts("went on");'), limits: small, ends: overTime },
  {
    name: 'CPU time in child processes without a waiting parent',
    source: c(
      'signal(SIGCHLD, SIG_IGN); for (;;) if (fork() == 0) { for (volatile int i = 0; i < 10000000; i++) ; _exit(0); } else usleep(1000);',
    ),
    limits: small,
    ends: [...overTime, ...overMemory],
  },
  {
    name: '2 s of CPU time in self-reaping child processes',
    source: c(`signal(SIGCHLD, SIG_IGN);
      for (int i = 0; i < 100; i++) { int child = fork(); if (child < 0) { puts("refused"); return 0; } if (child == 0) { struct timespec now; do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < 20); _exit(0); } if (i % 4 == 3) wait(0); }
      puts("burned");`),
    limits: { timeMs: 1_000, memoryMb: 64 },
    // On a busy machine, the program may hit the wall-clock limit first. `timeMs` must still include its children's CPU
    // time.
    ends: ['accepted', 'time_limit_exceeded'],
    contained: ({ verdict, timeMs, output }) =>
      (verdict === 'time_limit_exceeded' && timeMs > 300) || output === 'refused\n',
  },
  {
    name: '700 MB of shared pages that leave the resident set',
    source: c(`long part = 4 << 20, kept = 0;
      for (int i = 0; i < 175; i++) { char *one = mmap(0, part, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); if (one == MAP_FAILED) break; memset(one, 1, part); madvise(one, part, MADV_DONTNEED); kept += part; }
      puts(kept < 64 << 20 ? "bounded" : "unbounded");`),
    limits: { timeMs: 2_000, memoryMb: 64 },
    ends: ['accepted', 'memory_limit_exceeded'],
    contained: ({ output }) => !output?.includes('unbounded'),
  },
  {
    name: 'a lower out-of-memory score',
    source: c(`int own = open("/proc/self/oom_score_adj", O_WRONLY); if (own >= 0) write(own, "0", 1);
      FILE *now = fopen("/proc/self/oom_score_adj", "r"); int score = 0; fscanf(now, "%d", &score); printf("%d\\n", score);`),
    prints: '1000',
  },
  {
    name: 'a 2 GB array',
    source: c('memset(all, 1, sizeof all); puts("filled");', 'static char all[2l << 30];'),
    limits: small,
    ends: ['memory_limit_exceeded', 'compile_error', 'runtime_error'],
  },
]

/** Access to other processes and files. */
const intrusions: Attack[] = [
  {
    name: 'disk space and inodes',
    source:
      c(`const char *places[] = {"/", "/tmp", "/box", "/dev", "/dev/shm", "/etc", "/usr", "/usr/bin", "/var/tmp", "/run", "/proc", "/cache", "/js"};
      for (unsigned i = 0; i < sizeof places / sizeof *places; i++) { char path[64]; snprintf(path, sizeof path, "%s/mine", places[i]); if (open(path, O_CREAT | O_WRONLY, 0600) >= 0 || mkdir(path, 0700) == 0 || symlink("/", path) == 0) printf("%s can be written to\\n", places[i]); }
      int all = open("/tmp", O_TMPFILE | O_RDWR, 0600); puts(all < 0 ? "nothing" : "a file without a name");`),
    prints: 'nothing',
  },
  {
    name: "the machine's password file",
    ...attempts({
      shadow: 'open("/etc/shadow", O_RDONLY)',
      root: 'open("/root", O_RDONLY)',
      home: 'open("/home", O_RDONLY)',
      sudoers: 'open("/etc/sudoers", O_RDONLY)',
    }),
  },
  {
    name: "the server's database and code",
    ...attempts({
      folder: `open("${process.cwd()}", O_RDONLY)`,
      code: `open("${process.cwd()}/package.json", O_RDONLY)`,
      data: `open("${process.cwd()}/data", O_RDONLY)`,
      others: 'open("/box/../boxes", O_RDONLY)',
      work: 'open("/work", O_RDONLY)',
      tmp: 'open("/tmp/examhall", O_RDONLY)',
    }),
  },
  {
    name: "the server's environment",
    language: 'python',
    source: `import glob, os
found = set()
for path in glob.glob('/proc/*/environ') + glob.glob('/proc/*/cmdline') + glob.glob('/proc/*/task/*/environ'):
    try:
        text = open(path).read()
    except OSError:
        continue
    if 'EXAMHALL' in text or 'not-for-programs' in text:
        found.add(path)
print(sorted(found), sorted(os.environ))`,
    prints: "[] ['HOME', 'LANG', 'PATH']",
  },
  {
    name: 'process 1 in /proc',
    ...attempts({
      environ: 'open("/proc/1/environ", O_RDONLY)',
      mem: 'open("/proc/1/mem", O_RDWR)',
      fd: 'open("/proc/1/fd", O_RDONLY)',
      fd3: 'open("/proc/1/fd/3", O_RDWR)',
      root: 'open("/proc/1/root", O_RDONLY)',
      cwd: 'open("/proc/1/cwd", O_RDONLY)',
      maps: 'open("/proc/1/maps", O_RDONLY)',
      adj: 'open("/proc/1/oom_score_adj", O_WRONLY)',
    }),
  },
  {
    name: 'system calls that denylists miss',
    ...attempts({
      watch: 'syscall(SYS_inotify_init1, 0)',
      events: 'syscall(SYS_epoll_create1, 0)',
      counter: 'syscall(SYS_eventfd2, 0, 0)',
      timer: 'syscall(SYS_timerfd_create, 1, 0)',
      splice: 'syscall(SYS_tee, 0, 1, 1, 0)',
      attribute: 'syscall(SYS_getxattr, "/box", "user.x", 0, 0)',
      locked: 'syscall(SYS_mlockall, 1)',
      folder: 'syscall(SYS_mkdirat, AT_FDCWD, "/box/x", 0700)',
      filter: 'syscall(SYS_seccomp, 2, 0, 0)',
      handle: 'syscall(434, getpid(), 0)',
      rules: 'syscall(444, 0, 0, 1)',
      newer: 'syscall(460)',
      unheard: 'syscall(510)',
      far: 'syscall(100000)',
    }),
  },
  {
    name: 'other software under /usr',
    ...attempts({
      compiler: 'open("/usr/bin/gcc", O_RDONLY)',
      shell: 'open("/bin/sh", O_RDONLY)',
      headers: 'open("/usr/include", O_RDONLY)',
      python: 'open("/usr/lib/python3.11", O_RDONLY)',
      java: 'open("/usr/lib/jvm", O_RDONLY)',
      packages: 'open("/usr/share/doc", O_RDONLY)',
      local: 'open("/usr/local", O_RDONLY)',
      sources: 'open("/usr/src", O_RDONLY)',
      writing: 'open("/usr/x", O_CREAT | O_WRONLY, 0600)',
    }),
  },
  {
    name: 'other languages under /usr',
    language: 'python',
    source: `import os
print(sorted(set(os.listdir('/usr/lib')) & {'jvm', 'gcc', 'mono', 'go', 'rustlib', 'node_modules', 'systemd'}), [name for name in os.listdir('/usr/bin') if 'python' not in name])`,
    prints: '[] []',
  },
  {
    name: 'sockets of every family',
    ...attempts({
      tcp: 'socket(AF_INET, SOCK_STREAM, 0)',
      tcp6: 'socket(AF_INET6, SOCK_STREAM, 0)',
      udp: 'socket(AF_INET, SOCK_DGRAM, 0)',
      raw: 'socket(AF_PACKET, SOCK_RAW, 0)',
      unix: 'socket(AF_UNIX, SOCK_STREAM, 0)',
      netlink: 'socket(AF_NETLINK, SOCK_RAW, 0)',
      vsock: 'socket(AF_VSOCK, SOCK_STREAM, 0)',
      alg: 'socket(AF_ALG, SOCK_SEQPACKET, 0)',
      pair: 'socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0})',
    }),
  },
  {
    name: 'killing process 1',
    source: c('for (int i = 1; i < 65; i++) kill(1, i); usleep(1000); puts(kill(1, 0) == 0 ? "it lives" : "gone");'),
    prints: 'it lives',
  },
  // kill(-1) spares the caller, and process 1 cannot be killed from inside the sandbox.
  {
    name: 'killing every process',
    source: c('signal(SIGTERM, SIG_IGN); if (fork() == 0) pause(); kill(-1, SIGKILL); wait(0); puts("alone");'),
    prints: 'alone',
  },
  {
    name: 'inspecting other processes',
    ...attempts({
      attach: 'ptrace(PTRACE_ATTACH, 1, 0, 0)',
      traceme: 'ptrace(PTRACE_TRACEME, 0, 0, 0)',
      readv: 'process_vm_readv(1, &(struct iovec){0, 1}, 1, &(struct iovec){0, 1}, 1, 0)',
      getfd: 'syscall(438, 0, 3, 0)',
      kcmp: 'syscall(SYS_kcmp, 1, 1, 0, 0, 0)',
    }),
  },
  {
    name: "the warden's limits, priority and processor",
    source: c(`say("prlimit", syscall(SYS_prlimit64, 1, RLIMIT_NOFILE, &(struct rlimit){0, 0}, 0));
      setpriority(PRIO_PROCESS, 1, 19); errno = 0; int nice = getpriority(PRIO_PROCESS, 1); puts(nice < 19 ? "priority: kept" : "priority: taken");
      sched_setscheduler(1, SCHED_IDLE, &(struct sched_param){0}); puts(sched_getscheduler(1) == SCHED_OTHER ? "scheduler: kept" : "scheduler: taken");`),
    prints: 'prlimit: refused\npriority: kept\nscheduler: kept',
  },
  {
    name: "forging the warden's report",
    source:
      c(`char all[64]; memset(all, 0, sizeof all); int open_ones = 0; for (int i = 3; i < 65536; i++) if (write(i, all, sizeof all) >= 0 || errno != EBADF) open_ones++;
      char path[32]; for (int i = 3; i < 64; i++) { snprintf(path, sizeof path, "/proc/1/fd/%d", i); int file = open(path, O_WRONLY); if (file >= 0) open_ones++; }
      printf("%d\\n", open_ones);`),
    prints: '0',
  },
  {
    name: 'writing to its own input',
    source: c(
      'signal(SIGXFSZ, SIG_IGN); int own = open("/proc/self/fd/0", O_RDWR); if (own >= 0 && write(own, "x", 1) == 1) puts("written"); else if (own >= 0 && ftruncate(own, 1 << 30) == 0) puts("grown"); else puts("sealed");',
    ),
    prints: 'sealed',
  },
  {
    name: 'links in the sandbox',
    ...attempts({
      symbolic: 'symlink("/etc/passwd", "/box/answer")',
      hard: 'link("/box/main", "/box/again")',
      renamed: 'rename("/box/main", "/box/other")',
      removed: 'unlink("/box/main")',
      changed: 'open("/box/main.c", O_WRONLY)',
      mode: 'chmod("/box/main", 04777)',
    }),
  },
  {
    name: 'writing to /proc',
    ...attempts({
      core: 'open("/proc/sys/kernel/core_pattern", O_WRONLY)',
      sysrq: 'open("/proc/sysrq-trigger", O_WRONLY)',
      overcommit: 'open("/proc/sys/vm/overcommit_memory", O_WRONLY)',
      uid_map: 'open("/proc/1/uid_map", O_WRONLY)',
      userns: 'open("/proc/sys/user/max_user_namespaces", O_WRONLY)',
    }),
  },
  {
    name: 'creating namespaces',
    ...attempts({
      user: 'unshare(CLONE_NEWUSER)',
      network: 'unshare(CLONE_NEWNET)',
      mounts: 'unshare(CLONE_NEWNS)',
      clone: 'syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)',
      clone3: 'syscall(435, 0, 0)',
      setns: 'setns(0, 0)',
    }),
  },
  {
    name: 'mounting',
    ...attempts({
      mount: 'mount("none", "/tmp", "tmpfs", 0, 0)',
      remount: 'mount(0, "/box", 0, MS_REMOUNT | MS_BIND, 0)',
      umount: 'umount2("/box", MNT_DETACH)',
      chroot: 'chroot("/box")',
      fsopen: 'syscall(430, "tmpfs", 0)',
      tree: 'syscall(428, -100, "/", 0)',
      pivot: 'syscall(SYS_pivot_root, "/", "/")',
    }),
  },
  {
    name: 'unneeded kernel features',
    ...attempts({
      bpf: 'syscall(SYS_bpf, 0, 0, 0)',
      io_uring: 'syscall(425, 8, 0)',
      perf: 'syscall(SYS_perf_event_open, 0, 0, -1, -1, 0)',
      userfaultfd: 'syscall(SYS_userfaultfd, 0)',
      keyctl: 'syscall(SYS_keyctl, 0, 0)',
      add_key: 'syscall(SYS_add_key, 0, 0, 0, 0, 0)',
      handle: 'syscall(SYS_open_by_handle_at, 0, 0, 0)',
      module: 'syscall(SYS_init_module, 0, 0, 0)',
      reboot: 'syscall(SYS_reboot, 0, 0, 0, 0)',
      personality: 'syscall(SYS_personality, 0x0040000)',
    }),
  },
  {
    name: 'system calls for another architecture',
    source: c('syscall(0x40000000 | 39); puts("answered");'),
    ends: ['runtime_error'],
  },
  {
    name: 'setuid programs',
    source: c(`int found = 0; const char *all[] = {"/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/usr/bin/chsh"};
      for (int i = 0; i < 4; i++) { struct stat about; if (stat(all[i], &about) == 0 && (about.st_mode & S_ISUID)) found = 1; }
      FILE *own = fopen("/proc/self/status", "r"); char line[256]; while (fgets(line, sizeof line, own)) if (!strncmp(line, "NoNewPrivs", 10) || !strncmp(line, "CapEff", 6) || !strncmp(line, "CapBnd", 6)) fputs(line, stdout);
      say("setuid", setuid(0)); printf("%d\\n", found >= 0 ? getuid() : 0);`),
    prints: 'CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nsetuid: refused\n65534',
  },
]

const compilers: Attack[] = [
  { name: 'endless randomness as a header', source: '#include "/dev/random"\nint main(void) { return 0; }' },
  { name: 'endless zeros as a header', source: '#include "/dev/zero"\nint main(void) { return 0; }' },
  {
    name: 'including a file from the machine',
    source: '__asm__(".incbin \\"/etc/shadow\\"");\nint main(void) { return 0; }',
  },
  {
    name: 'including a file from the server',
    source: `__asm__(".incbin \\"${process.cwd()}/package.json\\"");\nint main(void) { return 0; }`,
  },
  { name: 'an initialised 2 GB array', source: 'int all[1 << 29] = {1};\nint main(void) { return all[5]; }' },
  {
    name: 'doubling macros',
    source: `${Array.from({ length: 40 }, (_, i) => `#define m${i + 1} m${i} m${i}`).join('\n')}\n#define m0 x+\nint main(void) { int x = 0; return m40 0; }`,
  },
  {
    name: 'endless templates',
    language: 'cpp',
    source:
      'template <int n, int m> struct T { static const long value = T<n - 1, m + 1>::value + T<n - 1, m>::value; };\ntemplate <int m> struct T<0, m> { static const long value = m; };\nint main() { return T<850, 0>::value; }',
  },
  {
    name: 'an endless constant expression',
    language: 'cpp',
    source:
      'constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) for (long k = 0; k < n; k++) s += k; return s; }\nstatic_assert(f(100000000) > 0);\nint main() {}',
  },
  {
    name: 'doubling javac constants',
    language: 'java',
    source: `class Bomb { ${Array.from({ length: 40 }, (_, i) => `static final String s${i + 1} = s${i} + s${i};`).join(' ')} static final String s0 = "0123456789"; public static void main(String[] a) { System.out.println(s40.length()); } }`,
  },
].map((attack) => ({ ...attack, language: attack.language as Language | undefined, ends: ['compile_error'] as const }))

/** Attacks on the isolate that runs JavaScript programs. */
const isolates: Attack[] = [
  {
    name: 'escaping from the isolate',
    language: 'javascript',
    source: `const names = []
for (const from of [this, globalThis, console.log, process, require, process.stdin, new Error()]) {
  try {
    const outer = from.constructor.constructor('return globalThis')()
    names.push(outer === globalThis, typeof outer.ivm, typeof outer.process?.binding, typeof outer.process?.dlopen)
  } catch (error) { names.push(error.name) }
}
for (const name of ['child_process', 'net', 'vm', 'worker_threads', 'isolated-vm', 'module'])
  try { require(name); names.push(name) } catch (error) {}
console.log([...new Set(names)].join(' '))`,
    prints: 'true undefined',
  },
  {
    name: 'an ever-growing number',
    language: 'javascript',
    source: 'let n = 3n; for (;;) n = n * n',
    limits: { timeMs: 500, memoryMb: 64 },
    ends: [...overTime, ...overMemory, 'runtime_error'],
  },
  {
    name: 'endless buffers',
    language: 'javascript',
    source: 'const all = []; for (;;) { const one = new Uint8Array(4_000_000); one.fill(1); all.push(one) }',
    ends: overMemory,
  },
  {
    name: 'a doubling string',
    language: 'javascript',
    source: "let all = 'x'; for (;;) { all += all; JSON.stringify(all) }",
    // Serialising this much takes seconds on a slow machine.
    limits: { timeMs: 10_000, memoryMb: 32 },
    ends: [...overMemory, 'runtime_error'],
  },
]

export const attacks: readonly Attack[] = [...floods, ...intrusions, ...compilers, ...isolates]
