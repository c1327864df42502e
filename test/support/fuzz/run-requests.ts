/** Runs generated requests against a service, and watches its memory, its handles and its log. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FuzzRequest, requestAt } from './requests.ts';
import { problemOf } from './send.ts';
import type { Target } from './target.ts';

export interface RequestsOptions {
  seed: string;
  /** Numbers of the requests: from the first, so many. */
  first: number;
  count: number;
  say(line: string): void;
}

export interface Finding {
  /** What repeats it. */
  repeat: string;
  what: string;
}

export interface FuzzResult {
  done: number;
  findings: Finding[];
  figures: string;
}

const AT_ONCE = 4;
/** One in so many JSON answers is checked against the document. */
const SAMPLED = 3;
/** Findings after which a run ends. */
const FINDINGS_MAX = 50;
/** The service is measured at rest: before, when everything has been used, and at the end. */
const WARM_SHARE = 0.3;
const REST_MS = 8_000;
/** Caches fill; a leak of one kilobyte a request would be more. */
const GROWTH_BYTES_MAX = 60_000_000;
const GROWTH_SHARE_MAX = 0.25;
const HANDLES_MAX = 20;
const TOLD_EACH = 1_000;
const PIECE = 500;

export async function runRequests(target: Target, { seed, first, count, say }: RequestsOptions): Promise<FuzzResult> {
  const findings: Finding[] = [];
  const last = first + count;
  let next = first;
  const run = async (until: number): Promise<void> => {
    while (next < until && findings.length < FINDINGS_MAX && target.isRunning()) {
      const request = requestAt(target.material, seed, next++);
      const what = await problemOf(target, request, request.number % SAMPLED === 0);
      if (what !== null) findings.push({ repeat: lineOf(request), what });
      noteLogged(request.number);
      if (request.number % TOLD_EACH === TOLD_EACH - 1)
        say(`${request.number + 1 - first} requests, ${findings.length} findings`);
    }
  };
  const noteLogged = (number: number): void => {
    for (const line of target.logged().split('\n'))
      if (line.includes('"level":50'))
        findings.push({ repeat: `one of the requests until ${number}`, what: `logged: ${line.slice(0, 1_000)}` });
  };
  /** In pieces, so that tokens are valid and sessions open. */
  const runAll = async (until: number): Promise<void> => {
    while (next < until && findings.length < FINDINGS_MAX && target.isRunning()) {
      await target.refresh();
      const end = Math.min(until, next + PIECE);
      await Promise.all(Array.from({ length: AT_ONCE }, () => run(end)));
    }
  };
  await runAll(first + Math.ceil(count * WARM_SHARE));
  await sleep(REST_MS);
  const before = target.figures();
  await runAll(last);
  await sleep(REST_MS);
  noteLogged(last);
  if (!target.isRunning()) {
    findings.push({
      repeat: `the requests until ${next}`,
      what: `the service has ended: ${target.logged().slice(-2_000)}`,
    });
    return { done: next - first, findings, figures: '' };
  }
  const after = target.figures();
  const growth = after.memoryBytes - before.memoryBytes;
  if (growth > Math.max(GROWTH_BYTES_MAX, before.memoryBytes * GROWTH_SHARE_MAX))
    findings.push({
      repeat: 'all requests',
      what: `its memory grew from ${megabytes(before.memoryBytes)} to ${megabytes(after.memoryBytes)}`,
    });
  if (after.handles > before.handles + HANDLES_MAX)
    findings.push({ repeat: 'all requests', what: `its handles grew from ${before.handles} to ${after.handles}` });
  const figures = `memory ${megabytes(before.memoryBytes)} after ${Math.ceil(count * WARM_SHARE)} requests, ${megabytes(after.memoryBytes)} at the end; handles ${before.handles}, ${after.handles}`;
  return { done: next - first, findings, figures };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

const SHOWN = 1_500;

/** Its number repeats it; the rest is for the reader. */
function lineOf({ number, kind, who, method, path, headers, body, packets }: FuzzRequest): string {
  const bytes = packets
    ? JSON.stringify(Buffer.concat(packets).toString('latin1'))
    : JSON.stringify({ method, path, headers, body: body?.toString() });
  return `--first ${number} --requests 1 (${kind}, ${who}): ${bytes.slice(0, SHOWN)}`;
}
