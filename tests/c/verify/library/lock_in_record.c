// property: valid-memsafety
// verdict: TRUE
// data-model: LP64
// A lock is as large as its type, and the pointer beside it stays.
typedef union {
    char bytes[40];
    long alignment;
} lock_t;
extern int pthread_mutex_init(lock_t *, const void *);
extern int pthread_mutex_lock(lock_t *);
extern int pthread_mutex_unlock(lock_t *);
extern void *malloc(unsigned long);
extern void free(void *);

struct guarded {
    lock_t lock;
    int *value;
};

int main(void) {
    int value = 1;
    struct guarded *guarded = malloc(sizeof *guarded);
    guarded->value = &value;
    pthread_mutex_init(&guarded->lock, 0);
    pthread_mutex_lock(&guarded->lock);
    *guarded->value = 2;
    pthread_mutex_unlock(&guarded->lock);
    free(guarded);
    return 0;
}
