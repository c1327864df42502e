/** What tests of the live side ask of every answer, and every fault of the simulated country with what becomes of it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, faultKinds } from '#demo-country/faults.ts';
import type { LiveDemo } from './live-demo.ts';

type Answer = Awaited<ReturnType<LiveDemo['get']>>;

/** Until the test has seen enough: `during` ends it. The source is given up after twenty seconds. */
export const SLOW: Fault = { kind: 'slow', delayMs: 600_000 };

/** What a first look-up makes of each fault: the source fails, answers all the same, or takes too long. */
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

/** Nothing of the source's own trouble is in it, and it can be trusted to say how fresh it is. */
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
    assert.ok(Date.parse(body.meta.freshUntil) <= Date.now(), 'what is stale is not fresh');
  }
}

/** On a busy machine a failure or an answer may come after the wait for it: then it is asked for again. */
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

/** Asked again and again until nothing is missing; a question that was on its way to a slow source may still be. */
export async function complete(service: LiveDemo, path: string): Promise<Answer['body']> {
  for (let looks = 0; looks < 100; looks++) {
    const { status, body } = await service.get(path);
    if (status === 200 && !body.meta.stale && !body.meta.pending) return body;
    await sleep(100);
  }
  assert.fail(`${path} is not complete after ten seconds.`);
}
