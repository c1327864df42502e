/**
 * `/metrics`: for whoever has the token. Where none is set it opens to nobody but, in a demo that is not put up for others, to
 * programs of this machine: who came through a proxy on it cannot always be told from them. For everybody else there is no such path.
 */
import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import { said } from '#api/sentences.ts';
import { sha256 } from '#lib/values/hash.ts';
import { CONTENT_TYPE, expose, type Metric } from '#platform/metrics/exposition.ts';
import type { Request } from './request.ts';
import type { Router } from './router.ts';
import type { Handler } from './server.ts';
import { isFromThisMachine } from './this-machine.ts';

/** Set by browsers for the pages they show, which are no programs of this machine. */
const OF_PAGES = ['origin', 'sec-fetch-site'];

export interface MetricsRoute {
  /** Null: nobody has one. */
  token: string | null;
  /** Whether programs of this machine may ask without one. */
  isOpenHere: boolean;
  metrics(): Promise<Metric[]>;
}

export function addMetrics(router: Router<Handler>, { token, isOpenHere, metrics }: MetricsRoute): void {
  router.add('GET', '/metrics', async (request) => {
    if (!(token === null ? isOpenHere && isOwn(request) : hasToken(request, token)))
      throw new ApiError('ROUTE_NOT_FOUND', said.noSuchPath());
    return {
      status: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: expose(await metrics()),
    };
  });
}

const isOwn = (request: Request): boolean =>
  isFromThisMachine(request) && OF_PAGES.every((name) => request.header(name) === undefined);

/** Digests are compared, which have one length. */
const hasToken = (request: Request, token: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(request.header('authorization') ?? '')), Buffer.from(sha256(`Bearer ${token}`)));
