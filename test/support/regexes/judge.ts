/** The checker’s verdict on one regular expression: the growth of its time with its input, and the worst input. */
import { checkSync } from 'recheck';
import type { Regex } from './find.ts';

export interface Attack {
  /** Each part is repeated, one after the other. */
  pumps: { prefix: string; pump: string }[];
  suffix: string;
}

/** `linear`, or details of one that is not; `unknown` if the checker could not decide. */
export type Verdict = 'linear' | { grows: string; attack: Attack | null };

/** The slowest expression takes a quarter of this. */
const TIMEOUT_MS = 240_000;

export function judge({ source, flags }: Regex): Verdict {
  const found = checkSync(source, flags, { timeout: TIMEOUT_MS });
  if (found.status === 'safe') return 'linear';
  if (found.status === 'unknown') return { grows: `unknown (${found.error.kind})`, attack: null };
  const { pumps, suffix } = found.attack;
  return {
    grows: found.complexity.summary,
    attack: { pumps: pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix },
  };
}

/** The worst known input of that length. */
export function attackOf({ pumps, suffix }: Attack, length: number): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length);
  const each = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.max(0, Math.floor((length - fixed) / each));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
}
