/** `/metrics`: open to this machine itself, or to whoever has the token; for everybody else there is no such path. */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '#base/hash.ts';
import { Problem } from '#http/problem.ts';
import type { Request } from '#http/request.ts';
import type { Router } from '#http/router.ts';
import type { Handler } from '#http/server.ts';
import { CONTENT_TYPE, expose, type Metric } from './exposition.ts';

/** Set by proxies: what comes through one on this machine is not this machine's own. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'];
const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

export interface MetricsRoute {
  /** Null: only this machine may ask. */
  token: string | null;
  metrics(): Promise<Metric[]>;
}

export function addMetrics(router: Router<Handler>, { token, metrics }: MetricsRoute): void {
  router.add('GET', '/metrics', async (request) => {
    if (!(token === null ? isOwn(request) : hasToken(request, token)))
      throw new Problem(
        'ROUTE_NOT_FOUND',
        'There is no such path here. The list of operations is at /docs and /openapi.json.',
      );
    return {
      status: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: expose(await metrics()),
    };
  });
}

const isOwn = (request: Request): boolean =>
  LOOPBACK.test(request.raw.socket.remoteAddress ?? '') &&
  FORWARDED.every((name) => request.header(name) === undefined);

/** Digests are compared, which have one length. */
const hasToken = (request: Request, token: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(request.header('authorization') ?? '')), Buffer.from(sha256(`Bearer ${token}`)));
