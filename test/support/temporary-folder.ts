/**
 * Where a run puts what ends with it: in memory where there is enough of it. Tests make and remove some hundred thousand small files, and
 * ext4 searches long for the inode of a new one while others were removed within the last minutes: an eighth of a run's CPU time.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** A whole run has seldom more than one gigabyte there. */
const FREE_BYTES_MIN = 6 * 2 ** 30;
const NAME = /^firmoteca-(?:test|postgres)-(\d+)-/;

/** Removed by its caller; what a killed process left is removed by the next call. */
export function temporaryFolder(kind: 'test' | 'postgres'): string {
  // A folder that the environment names is the user's choice.
  const base = !process.env.TMPDIR && isRoomy() ? IN_MEMORY : tmpdir();
  for (const name of readdirSync(base)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(join(base, name), { recursive: true, force: true });
  }
  return mkdtempSync(join(base, `firmoteca-${kind}-${process.pid}-`));
}

function isRoomy(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(IN_MEMORY);
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const isLocked = mounts.some((line) => line.split(' ')[1] === IN_MEMORY && /\b(noexec|ro)\b/.test(line));
    return type === TMPFS && !isLocked && Math.min(bavail * bsize, process.availableMemory()) >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
