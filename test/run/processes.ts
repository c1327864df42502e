/** Process trees from /proc: children of a test may lead process groups of their own. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Listed {
  pid: number;
  parent: number;
  group: number;
}

/** The members of a process group and all their descendants. */
export const treeOf = (group: number): number[] => withDescendants((each) => each.group === group);

/** A process and all its descendants. */
export const familyOf = (root: number): number[] => withDescendants(({ pid }) => pid === root);

function withDescendants(isRoot: (process: Listed) => boolean): number[] {
  const all = listed();
  const found = new Set(all.filter(isRoot).map(({ pid }) => pid));
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** Kills the tree, also after the leader of the group has ended. */
export function killTree(group: number): void {
  // Stopped first, so that none of them starts another process before the kill.
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of treeOf(group)) send(pid, signal);
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

const mark = (pid: number): string => join(tmpdir(), `firmoteca-frozen-${pid}`);

/** Stops a process until `thaw`. The mark keeps stress.ts from resuming a process that a test stopped itself. */
export function freeze(pid: number): void {
  writeFileSync(mark(pid), '');
  process.once('exit', () => rmSync(mark(pid), { force: true }));
  send(pid, 'SIGSTOP');
}

export function thaw(pid: number): void {
  rmSync(mark(pid), { force: true });
  send(pid, 'SIGCONT');
}

export const isFrozen = (pid: number): boolean => existsSync(mark(pid));

function listed(): Listed[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The program name in parentheses may contain any characters.
        const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
      } catch {
        return [];
      }
    });
}
