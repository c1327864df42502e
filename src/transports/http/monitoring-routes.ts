/** Routes for operators: liveness and readiness probes, which are open to all, and `/metrics`. */

import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import { sha256 } from '#lib/values/hash.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { messages } from '#locales/messages.ts';
import { CONTENT_TYPE, expose, type Metric } from '#platform/metrics/exposition.ts';
import { isFromThisMachine } from './client-address.ts';
import type { Handler, Reply } from './reply.ts';
import type { Request } from './request.ts';
import type { Router } from './router.ts';

/** The time limit of the store's answer. */
const ANSWER_MS = 2_000;
/** The cache time of a probe: it is open to all, and must not load the store. */
const CACHE_MS = 500;

export function addProbes(router: Router<Handler>, ready: (whole: boolean) => Promise<boolean>): void {
  const reply = (status: number, text: string): Reply => ({
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    body: `${text}\n`,
  });
  const isReady = cached(() => withTimeout(ready(false)));
  const isWhole = cached(() => withTimeout(ready(true)));
  router.add('GET', '/livez', () => reply(200, 'alive'));
  router.add('GET', '/readyz', async ({ query }) => {
    if (!new URLSearchParams(query).has('whole'))
      return (await isReady()) ? reply(200, 'ready') : reply(503, 'not ready');
    return (await isWhole()) ? reply(200, 'whole') : reply(503, 'not whole yet');
  });
}

function cached(check: () => Promise<boolean>): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<boolean> = Promise.resolve(false);
  return () => {
    if (performance.now() - checkedAt >= CACHE_MS) {
      checkedAt = performance.now();
      answer = check();
    }
    return answer;
  };
}

async function withTimeout(answer: Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const end = afterLoopTime(ANSWER_MS, () => late.resolve(false));
  try {
    return await Promise.race([answer, late.promise]);
  } catch {
    return false;
  } finally {
    end();
  }
}

/** Headers of requests that a browser makes for a page, which are not requests of a local program. */
const BROWSER_HEADERS = ['origin', 'sec-fetch-site'];

interface MetricsRoute {
  /** Null: no token is configured. */
  token: string | null;
  /** Whether programs on this machine need no token. */
  isOpenHere: boolean;
  metrics(): Promise<Metric[]>;
}

/**
 * `/metrics` needs the token. Without a token it is open only in a demo that is not published, to programs on this machine:
 * requests through a local proxy cannot always be distinguished from them. For all others the path does not exist.
 */
export function addMetrics(router: Router<Handler>, { token, isOpenHere, metrics }: MetricsRoute): void {
  router.add('GET', '/metrics', async (request) => {
    if (!(token === null ? isOpenHere && isLocalProgram(request) : hasToken(request, token)))
      throw new ApiError('ROUTE_NOT_FOUND', messages.operations.noSuchPath());
    return {
      status: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: expose(await metrics()),
    };
  });
}

const isLocalProgram = (request: Request): boolean =>
  isFromThisMachine(request) && BROWSER_HEADERS.every((name) => request.header(name) === undefined);

/** Compares digests, because timingSafeEqual needs equal lengths. */
const hasToken = (request: Request, token: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(request.header('authorization') ?? '')), Buffer.from(sha256(`Bearer ${token}`)));
