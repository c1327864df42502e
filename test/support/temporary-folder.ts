/**
 * The temporary folder of a run: in memory if there is enough of it. Tests create and remove some hundred thousand small files, and ext4
 * searches long for a free inode after recent removals, which took an eighth of a run’s CPU time.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const TMPFS = 0x01021994;
/** A whole run seldom needs more than one gigabyte. */
const FREE_BYTES_MIN = 6 * 2 ** 30;
const NAME = /^firmoteca-(?:test|postgres)-(\d+)-/;

/** Removed by its caller; the next call removes folders of killed processes. */
export function temporaryFolder(kind: 'test' | 'postgres'): string {
  // A folder named in the environment is the user’s choice.
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
