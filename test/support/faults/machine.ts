/** Faults of a machine: a slow disk and a wrong clock for chosen processes, and a disk that fills. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '#test/support/programs.ts';

export interface Gap {
  what: string;
  install: string;
}

/** What this machine lacks for a wrong clock and a slow disk; null when it has everything. */
export const preloadGap = (what: string): Gap | null =>
  process.platform === 'linux' && installed('gcc') ? null : { what, install: 'apt-get install gcc libc6-dev (Linux)' };

/** The same for a disk of a few megabytes: a file system in memory, which a user may mount in a namespace of his own. */
export const smallDiskGap = (what: string): Gap | null =>
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt']).status === 0
    ? null
    : {
        what,
        install:
          'apt-get install util-linux, on a kernel that allows `unshare -rm` (kernel.unprivileged_userns_clone=1)',
      };

export interface Slowness {
  /** Added to the wall clock. */
  clockMs?: number;
  /** Before each sync of a file, and before each write to one. */
  syncMs?: number;
  writeMs?: number;
}

export interface Faults {
  /** For the processes that shall have the faults. */
  environment: Record<string, string>;
  /** From now on, in running processes, too; what is not named is as usual. */
  set(slowness: Slowness): void;
}

/** `folder`: for the library and the numbers that it reads. */
export function openFaults(folder: string): Faults {
  const [library, numbers] = [join(folder, 'preload.so'), join(folder, 'faults')];
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', library, join(import.meta.dirname, 'preload.c')]);
  const set = ({ clockMs = 0, syncMs = 0, writeMs = 0 }: Slowness): void => {
    const file = openSync(numbers, 'a+');
    closeSync(file);
    // In place: processes have mapped the file.
    writeFileSync(numbers, BigInt64Array.of(BigInt(clockMs), BigInt(syncMs * 1_000), BigInt(writeMs * 1_000)), {
      flag: 'r+',
    });
  };
  set({});
  return { environment: { LD_PRELOAD: library, FAULTS: numbers }, set };
}

/** Runs a script with a disk of its own, mounted at the folder of its order; returns what it sent as JSON on its standard output. */
export async function onSmallDisk<Result>(script: string, order: { folder: string; bytes: number }): Promise<Result> {
  const { folder, bytes } = order;
  const mounted = `mount -t tmpfs -o size=${bytes} tmpfs "$0" && exec "$@"`;
  const child = spawn(
    'unshare',
    ['-rm', 'sh', '-c', mounted, folder, process.execPath, script, JSON.stringify(order)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  const code = await promise;
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${output}`);
  return JSON.parse(output) as Result;
}

export const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Fills the disk that is mounted at the folder, up to so many free bytes: by its size, which costs no memory. */
export function fillDisk(folder: string, leaving = 0): void {
  const { blocks, bfree, bsize } = statfsSync(folder);
  resizeDisk(folder, (blocks - bfree) * bsize + leaving);
}

export function resizeDisk(folder: string, bytes: number): void {
  execFileSync('mount', ['-o', `remount,size=${bytes}`, folder]);
}
