/** Self-test programs. They need the warden but no language. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "warden.h"

static int hello(void) {
  puts("hello");
  return 0;
}

/** Forks until refused; prints the number of forks. */
static int forks(void) {
  for (int made = 0; made < 10000; made++) {
    pid_t pid = fork();
    if (pid < 0) return printf("%d\n", made) < 0;
    if (pid == 0) {
      pause();
      _exit(0);
    }
  }
  puts("no end");
  return 1;
}

/** Fails if it can open a socket, even without a connection. */
static int connects(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(1)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int file = socket(AF_INET, SOCK_STREAM, 0);
  if (file < 0) return printf("refused: %s\n", strerror(errno)) < 0;
  if (connect(file, (struct sockaddr *)&address, sizeof address) == 0) puts("connected");
  else printf("a socket: %s\n", strerror(errno));
  return 1;
}

/** Allocates and touches memory forever. */
static int fills(void) {
  for (;;) {
    size_t part = 1 << 20;
    char *bytes = mmap(NULL, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) return 1;
    memset(bytes, 1, part);
  }
}

int probe(const char *name) {
  if (strcmp(name, "hello") == 0) return hello();
  if (strcmp(name, "forks") == 0) return forks();
  if (strcmp(name, "connects") == 0) return connects();
  if (strcmp(name, "fills") == 0) return fills();
  return 2;
}
