/** The stored verdicts: a check takes seconds, so only new and changed expressions are checked. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Verdict } from './judge.ts';

const FILE = new URL('verdicts.json', import.meta.url);

/** By the name of the expression. */
export const readVerdicts = (): Map<string, Verdict> =>
  new Map(Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Verdict>));

export const writeVerdicts = (verdicts: ReadonlyMap<string, Verdict>): void =>
  writeFileSync(
    FILE,
    `${JSON.stringify(Object.fromEntries([...verdicts].toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
  );
