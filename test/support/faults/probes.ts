/** Requests of callers during a fault, each answer compared with the answer of an undisturbed service over the same generation. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '#data/store/open.ts';
import { asked } from '#test/support/hosts/request.ts';
import { partingOf } from '#test/support/hosts/truth.ts';
import type { Serving } from './installation.ts';

/** Companies that are asked for. */
const COMPANIES = 20;
const PAUSE_MS = 25;
const CALLERS = 2;

/** The answers to all questions. */
export type Truth = ReadonlyMap<string, string>;

export async function questionsOf(data: string): Promise<string[]> {
  const store = await openStore({ databaseUrl: null, folder: data, country: 'romania' });
  try {
    const db = store.generations.current()?.db;
    const size = (await db?.one<{ most: number }>('select max(id) as most from firm'))?.most ?? 0;
    const firms = await db?.all<{ cui: number; name: string }>(
      `select cui, name from firm where cui is not null and id % $1 = 0 order by id limit ${COMPANIES}`,
      [Math.max(1, Math.floor(size / COMPANIES))],
    );
    if (!firms || firms.length === 0) throw new Error('There is no company to ask for.');
    return [
      ...firms.flatMap(({ cui, name }) => [
        ...['', '/financials', '/health', '/network', '/seap', '/timeline'].map((rest) => `/api/company/${cui}${rest}`),
        `/api/search?q=${encodeURIComponent(name)}`,
      ]),
      '/api/rates',
      '/api/sicap/tenders/search?q=servicii',
      '/api/search/people?q=popescu',
      '/api/firme/cluj',
      '/api/seap/cpv/45/analysis',
    ];
  } finally {
    await store.close();
  }
}

export async function truthOf({ origin, key }: Serving, questions: readonly string[]): Promise<Truth> {
  const truth = new Map<string, string>();
  for (const path of questions) {
    const { status, text } = await asked(origin, path, { 'x-api-key': key });
    if (status >= 500) throw new Error(`An undisturbed service answers ${path} with ${status}: ${text.slice(0, 300)}`);
    truth.set(path, toldOf(text));
  }
  return truth;
}

/** What an answer says, without its times. */
function toldOf(text: string): string {
  try {
    const { data = null, error = null } = JSON.parse(text) as { data?: unknown; error?: { code: string } | null };
    return JSON.stringify([data, error?.code ?? null]).replace(INSTANT, '"then"');
  } catch {
    return `no answer of the service: ${text.slice(0, SHOWN)}`;
  }
}

const INSTANT = /"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"/g;
const SHOWN = 200;

export interface Probed {
  answered: number;
  /** Documented 503s. */
  refused: number;
  /** Answers that did not come. */
  failed: string[];
  /** Other answers than those of the truths, and errors of the server. */
  wrong: string[];
  /** The longest waits for an answer, ms. */
  p99: number;
  most: number;
}

export interface Prober {
  /** From now on answers are those of another generation; of two while it is swapped. */
  expect(...truths: readonly Truth[]): void;
  /** What has been seen since the last call. */
  seen(): Probed;
  end(): Promise<Probed>;
}

export function startProber({ origin, key }: Serving, first: Truth): Prober {
  let truths: readonly Truth[] = [first];
  const questions = [...first.keys()];
  let isOver = false;
  let waits: number[] = [];
  let seen = emptySeen();
  const ask = async (path: string): Promise<void> => {
    const started = performance.now();
    const before = truths;
    const answer = await asked(origin, path, { 'x-api-key': key }).catch((error: Error) => error);
    if (isOver) return;
    waits.push(performance.now() - started);
    if (answer instanceof Error) return void seen.failed.push(`${path}: ${answer.message}`);
    if (answer.status === 503 && answer.headers['retry-after'] && /"code":"[A-Z_]+"/.test(answer.text)) {
      seen.refused++;
      return;
    }
    seen.answered++;
    const told = toldOf(answer.text);
    if ([...before, ...truths].some((truth) => truth.get(path) === told)) return;
    seen.wrong.push(`${path} (${answer.status}): ${partingOf(truths[0]?.get(path) ?? '', told)}`);
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let turn = caller; !isOver; turn += CALLERS) {
      await ask(questions[turn % questions.length] ?? '');
      await sleep(PAUSE_MS);
    }
  });
  const take = (): Probed => {
    const sorted = waits.toSorted((a, b) => a - b);
    const taken = { ...seen, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, most: sorted.at(-1) ?? 0 };
    [waits, seen] = [[], emptySeen()];
    return taken;
  };
  return {
    expect: (...now) => {
      truths = now;
    },
    seen: take,
    async end() {
      const last = take();
      isOver = true;
      await Promise.all(callers);
      return last;
    },
  };
}

const emptySeen = (): Omit<Probed, 'p99' | 'most'> => ({ answered: 0, refused: 0, failed: [], wrong: [] });
