/** Checks for every answer with live data, and every fault of the simulated sources with its expected result. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, faultKinds } from '#demo-country/faults.ts';
import type { LiveDemo } from './live-demo.ts';

type Answer = Awaited<ReturnType<LiveDemo['get']>>;

/** Until the test ends it with `during`. The source times out after twenty seconds. */
export const SLOW: Fault = { kind: 'slow', delayMs: 600_000 };

/** The result of a first look-up for each fault: the source fails, answers anyway, or takes too long. */
const faults: Record<
  keyof typeof faultKinds,
  { fault?: Omit<Fault, 'kind'>; becomes: 'fails' | 'answers' | 'takesLong' }
> = {
  slow: { fault: { delayMs: 600_000 }, becomes: 'takesLong' },
  down: { becomes: 'fails' },
  http500: { becomes: 'fails' },
  http429: { fault: { retryAfterSeconds: 0 }, becomes: 'fails' },
  rejected: { becomes: 'fails' },
  truncated: { becomes: 'fails' },
  charset: { becomes: 'answers' },
  empty: { becomes: 'fails' },
  status404: { becomes: 'answers' },
  plainText: { becomes: 'fails' },
  errorCode: { becomes: 'fails' },
  missing: { becomes: 'fails' },
  rotated: { becomes: 'answers' },
  moved: { becomes: 'fails' },
};
export const everyFault = Object.entries(faults).map(([kind, { fault, becomes }]) => ({
  kind,
  fault: { kind, ...fault } as Fault,
  becomes,
}));

/** The answer shows nothing of the source’s failure, and its freshness is right. */
export function isOurs({ status, headers, body }: Answer): void {
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.doesNotMatch(JSON.stringify(body), /rejected|support id|html|Internal Server Error|Too Many|temporar|Eroare/i);
  assert.ok([200, 503, 504].includes(status), `${status}`);
  const pending = (body.meta.pending?.length ?? 0) > 0;
  if (status !== 200 || pending) {
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('etag'), null);
  } else assert.match(headers.get('etag') ?? '', /^W\/"/);
  if (status !== 200) assert.ok(Number(headers.get('retry-after')) >= 1);
  if (body.meta.stale) {
    assert.equal(headers.get('cache-control'), pending ? 'no-store' : 'private, max-age=0');
    assert.ok(Date.parse(body.meta.freshUntil) <= Date.now(), 'a stale answer is not fresh');
  }
}

/** On a busy machine a failure or an answer may come after the wait; then it is requested again. */
export async function decided(
  requested: () => Promise<Answer>,
  becomes: 'fails' | 'answers' | 'takesLong',
): Promise<Answer> {
  const isOpen = ({ status, body }: Answer): boolean =>
    becomes !== 'takesLong' && (status === 504 || body.meta.pending !== undefined);
  let answer = await requested();
  for (let looks = 0; looks < 50 && isOpen(answer); looks++) {
    isOurs(answer);
    await sleep(50);
    answer = await requested();
  }
  return answer;
}

/** Requests until nothing is missing; a query to a slow source may still be running. */
export async function complete(service: LiveDemo, path: string): Promise<Answer['body']> {
  for (let looks = 0; looks < 100; looks++) {
    const { status, body } = await service.get(path);
    if (status === 200 && !body.meta.stale && !body.meta.pending) return body;
    await sleep(100);
  }
  assert.fail(`${path} is not complete after ten seconds.`);
}
