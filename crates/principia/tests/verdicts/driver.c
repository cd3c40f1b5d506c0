/* Executes programs, each in a process of its own, and prints what becomes of them. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* programs */
static const struct { int (*program)(void); int number, choice; int inputs[16]; } cases[] = {
/* cases */
};

static volatile struct { int is_done, value, is_invalid; } *shared;
static const int *inputs;
static int next_input;

int __VERIFIER_nondet_int(void) { return next_input < 16 ? inputs[next_input++] : 0; }

void __VERIFIER_assume(int condition) { if (!condition) _exit(77); }

void reach_error(void) { _exit(78); }

/* Called by AddressSanitizer. */
void __asan_on_error(void) { shared->is_invalid = 1; }

int main(void)
{
  shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned at = 0; at < sizeof cases / sizeof cases[0]; at++) {
    if (!cases[at].program) continue;
    fflush(stdout);
    shared->is_done = shared->is_invalid = 0;
    int child = fork();
    if (child == 0) {
      inputs = cases[at].inputs;
      struct itimerval second = { { 0, 0 }, { 1, 0 } };
      setitimer(ITIMER_VIRTUAL, &second, 0);
      shared->value = cases[at].program();
      shared->is_done = 1;
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d %d ", cases[at].number, cases[at].choice);
    if (shared->is_invalid) printf("asan\n");
    else if (shared->is_done) printf("value %d\n", shared->value);
    else if (WIFSIGNALED(status)) printf("signal %d\n", WTERMSIG(status));
    else printf("exit %d\n", WEXITSTATUS(status));
  }
  return 0;
}
