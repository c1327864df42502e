/** What a fault did: figures for a table, and everything that must not have happened. */
import type { Probed } from './probes.ts';

export interface FaultReport {
  fault: string;
  /** One line of figures. */
  figures: string;
  /** Broken promises; empty if all were kept. */
  problems: string[];
}

/** Few of them tell enough. */
const SHOWN = 5;

/** Wrong answers are a problem always; missing ones only where none may be missing. */
export function problemsOf(when: string, { failed, wrong }: Probed, { mayFail = false } = {}): string[] {
  const all = [
    ...wrong.map((what) => `wrong answer: ${what}`),
    ...(mayFail ? [] : failed.map((what) => `no answer: ${what}`)),
  ];
  const shown = all.slice(0, SHOWN).map((what) => `${when}: ${what}`);
  return all.length > SHOWN ? [...shown, `${when}: ${all.length - SHOWN} more`] : shown;
}

export const figuresOf = ({ answered, refused, failed, p99, most }: Probed): string =>
  `${answered} answers, ${refused} refused, ${failed.length} failed, p99 ${Math.round(p99)} ms, at most ${Math.round(most)} ms`;

export const allProblems = (reports: readonly FaultReport[]): string[] =>
  reports.flatMap(({ fault, problems }) => problems.map((problem) => `${fault}: ${problem}`));
