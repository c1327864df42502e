/** What several files of one run start from, and each may change: made once, by the first that asks, and copied for all. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Named by the runner; a file that is run alone makes everything itself. */
export const keptFolder = process.env.FIRMOTECA_TEST_KEPT ?? null;

/** Fills a folder with a copy of what `make` once put into one. */
export async function keptCopy(name: string, into: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (keptFolder === null) return make(into);
  mkdirSync(keptFolder, { recursive: true });
  const made = join(keptFolder, name);
  while (!existsSync(made)) {
    if (!takeLock(`${made}.lock`)) {
      await sleep(50);
      continue;
    }
    try {
      if (existsSync(made)) break;
      const aside = `${made}.making`;
      rmSync(aside, { recursive: true, force: true });
      mkdirSync(aside);
      await make(aside);
      renameSync(aside, made);
    } finally {
      rmSync(`${made}.lock`, { force: true });
    }
  }
  cpSync(made, into, { recursive: true });
}

/** False while another process makes it; one that died while it did makes nothing any more. */
function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = holderOf(lock);
    if (holder > 0 && !isAlive(holder)) rmSync(lock, { force: true });
    return false;
  }
}

/** 0 where nobody has it any more, or has not written yet who has. */
function holderOf(lock: string): number {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
