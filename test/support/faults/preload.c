/*
 * Faults for a running process: preloaded into it, it steps the wall clock and slows the disk. Three numbers in a shared file, which the
 * test may change at any moment: milliseconds to add to the wall clock, microseconds before each sync, microseconds before each write to
 * a file. The steady clock and sockets stay as they are.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { CLOCK_MS, SYNC_US, WRITE_US, FIELDS };

static volatile const int64_t none[FIELDS];
static volatile const int64_t *faults = none;

__attribute__((constructor)) static void open_faults(void) {
  const char *path = getenv("FAULTS");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *memory = mmap(0, sizeof none, PROT_READ, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) faults = memory;
  close(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void delay(int64_t us) {
  struct timespec rest = {us / 1000000, us % 1000000 * 1000};
  if (us > 0) nanosleep(&rest, 0);
}

static void before_write(int file) {
  struct stat about;
  if (faults[WRITE_US] > 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode)) delay(faults[WRITE_US]);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  static __typeof__(&clock_gettime) real;
  if (!real) real = REAL(clock_gettime);
  int result = real(clock, at);
  int64_t ms = faults[CLOCK_MS];
  if (result != 0 || ms == 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  int64_t ns = at->tv_nsec + ms % 1000 * 1000000;
  at->tv_sec += ms / 1000 + (ns < 0 ? -1 : ns / 1000000000);
  at->tv_nsec = ns < 0 ? ns + 1000000000 : ns % 1000000000;
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *at) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

int fsync(int file) {
  delay(faults[SYNC_US]);
  return REAL(fsync)(file);
}

int fdatasync(int file) {
  delay(faults[SYNC_US]);
  return REAL(fdatasync)(file);
}

ssize_t write(int file, const void *bytes, size_t count) {
  static __typeof__(&write) real;
  if (!real) real = REAL(write);
  before_write(file);
  return real(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
  static __typeof__(&pwrite64) real;
  if (!real) real = REAL(pwrite64);
  before_write(file);
  return real(file, bytes, count, at);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  before_write(file);
  return REAL(pwrite)(file, bytes, count, at);
}
