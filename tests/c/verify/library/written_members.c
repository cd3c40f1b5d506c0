// property: unreach-call
// verdict: TRUE
// wait stores one number: the members around it stay.
extern int wait(int *);
void reach_error(void);

struct job {
    struct job *next;
    int before;
    int status;
    int after;
};

int main(void) {
    struct job job = {&job, 1, 2, 3};
    wait(&job.status);
    if (job.next != &job || job.before != 1 || job.after != 3) reach_error();
    return 0;
}
