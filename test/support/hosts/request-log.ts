/** The log of callers: requests, waits, failures with their times, and the expectations at that time. */
import type { Asked } from './request.ts';

export type Kind = 'lookup' | 'search' | 'key' | 'paid' | 'tool';

/** A change reaches every host within a second; a machine that runs all hosts is slower. */
export const KNOWN_MS = 1_500;

interface Failure {
  kind: Kind;
  what: string;
  /** The times of the request and of its failure. */
  from: number;
  at: number;
}

/** One period of the trial, with what is done to the installation in it. */
export interface Chapter {
  name: string;
  began: number;
  ended: number;
  /** How long after its start requests may fail, as documented. */
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
  /** Belongs to the chapter of its request, or to the one that cut it off: a killed host has older requests in flight. */
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
    /** Results that must never happen. */
    wrongs,
    keys: [] as { key: string; at: number }[],
    /** Payments with an answer, and those with an unknown outcome. */
    paid: 0,
    unanswered: [] as Record<string, string>[],
    begin,
    wrong: (what: string): void => void wrongs.push(what),
    failed: (kind: Kind, what: string): void => fail(kind, what, performance.now()),
    /** The answer, if it is valid. */
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

/** Requests that another host can answer instead of a dead one: these never fail. */
const READS: readonly Kind[] = ['lookup', 'search'];

/** Failures that are not documented. */
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
