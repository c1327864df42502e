/** What callers met: how many asked, how long they waited, what failed and when, and what they were promised meanwhile. */
import type { Asked } from './request.ts';

export type Kind = 'lookup' | 'search' | 'key' | 'paid' | 'tool';

/** A change counts on every host within a second; the machine that plays all of them has other things to do. */
export const KNOWN_MS = 1_500;

interface Failure {
  kind: Kind;
  what: string;
  /** When it was asked, and when it failed. */
  from: number;
  at: number;
}

/** One stretch of time, and what was done to the installation in it. */
export interface Chapter {
  name: string;
  began: number;
  ended: number;
  /** For how long after its beginning requests may fail; the docs say so. */
  windowMs: number;
  waits: number[];
  failures: Failure[];
  note: string;
}

export type Book = ReturnType<typeof openBook>;

export function openBook() {
  const chapters: Chapter[] = [];
  const wrongs: string[] = [];
  const now = (): Chapter => chapters.at(-1) as Chapter;
  /** Stands in the chapter in which it was asked, or in the one that cut it off: what a host has in hand when it is killed was asked before. */
  const fail = (kind: Kind, what: string, from: number): void => {
    const lived = chapters.slice(
      Math.max(
        0,
        chapters.findLastIndex(({ began }) => began <= from),
      ),
    );
    const own = lived.find(({ began, windowMs }) => windowMs > 0 && from <= began + windowMs) ?? lived[0] ?? now();
    own.failures.push({ kind, what, from, at: performance.now() });
  };
  const begin = (name: string, windowMs: number): Chapter => {
    const began = performance.now();
    if (chapters.length > 0) now().ended = began;
    chapters.push({ name, began, ended: began, windowMs, waits: [], failures: [], note: '' });
    return now();
  };
  return {
    chapters,
    /** What must never happen. */
    wrongs,
    keys: [] as { key: string; at: number }[],
    /** Payments that were answered, and those of which the payer does not know. */
    paid: 0,
    unanswered: [] as Record<string, string>[],
    begin,
    wrong: (what: string): void => void wrongs.push(what),
    failed: (kind: Kind, what: string): void => fail(kind, what, performance.now()),
    /** The answer, if it is a good one. */
    async time(kind: Kind, ask: () => Promise<Asked>): Promise<Asked | null> {
      const from = performance.now();
      try {
        const answer = await ask();
        now().waits.push(performance.now() - from);
        if (answer.status === 200) return answer;
        fail(kind, `${answer.status} ${/"code":"([A-Z_]+)"/.exec(answer.text)?.[1] ?? ''}`.trim(), from);
      } catch (error) {
        fail(kind, (error as Error).message, from);
      }
      return null;
    },
  };
}

/** What another host answers in place of one that died: these never fail. */
const READS: readonly Kind[] = ['lookup', 'search'];

/** Failures that nobody was told to expect. */
export const unexpected = ({ failures, began, windowMs }: Chapter): Failure[] =>
  failures.filter(({ kind, from }) => READS.includes(kind) || windowMs === 0 || from > began + windowMs);

export function lineOf(chapter: Chapter): string {
  const waits = chapter.waits.toSorted((a, b) => a - b);
  const at = (share: number): string => `${Math.round(waits[Math.floor(waits.length * share)] ?? 0)} ms`;
  const kinds = Map.groupBy(chapter.failures, ({ kind, what }) => `${kind} ${what}`);
  const failed = [...kinds].map(([what, all]) => {
    const [from, to] = [all[0], all.at(-1)].map((one) => ((one?.at ?? 0) - chapter.began) / 1000);
    return `${all.length} × ${what} (${from?.toFixed(1)}–${to?.toFixed(1)} s)`;
  });
  const seconds = `${Math.round((chapter.ended - chapter.began) / 1000)} s`;
  return [
    chapter.name.padEnd(44),
    `${String(waits.length).padStart(6)} requests in ${seconds.padStart(5)}`,
    `p50 ${at(0.5)}, p99 ${at(0.99)}`,
    failed.length === 0 ? 'none failed' : `failed: ${failed.join(', ')}`,
    ...(chapter.note ? [chapter.note] : []),
  ].join('  ');
}
