/**
 * Requests that no route takes: unknown paths, wrong methods, what is too long or no request at all. They count against the limit of
 * strangers, by the address that they come from, whatever key they carry: nobody looks at keys for them, and no account pays for them.
 */
import type { Socket } from 'node:net';
import type { ApiError } from '#api/api-error.ts';
import type { IncomingRequest, RequestContext } from '#api/request-context.ts';
import type { Subnet } from '#lib/values/ip.ts';
import { type AddressOf, addressReader, proxyTest, remoteAddress } from './client-address.ts';
import { type Request, requestId } from './request.ts';

/** Counts one request of somebody without credentials. */
export type AdmitUnrouted = (address: string, occasion: IncomingRequest) => RequestContext | Promise<RequestContext>;

const NEVER = new AbortController().signal;

export class UnroutedRequests {
  readonly #admit: AdmitUnrouted | null;
  readonly #addressOf: AddressOf;
  readonly #isProxy: (address: string) => boolean;

  /** Null counts nobody. */
  constructor(admit: AdmitUnrouted | null, trustedProxies: readonly Subnet[]) {
    this.#admit = admit;
    this.#addressOf = addressReader(trustedProxies);
    this.#isProxy = proxyTest(trustedProxies);
  }

  /** What the caller is told: the problem, unless there were too many like it. */
  async refusal(problem: ApiError, request: Request): Promise<ApiError> {
    // What was refused for want of room is counted by nobody.
    if (this.#admit === null || problem.status >= 500 || problem.code === 'RATE_LIMITED') return problem;
    const context = await this.#admit(this.#addressOf(request), request);
    request.context = context;
    const { refusal } = context;
    // Whether the key is good nobody looked; one that is passes a block.
    if (refusal === null || (refusal.code === 'IP_BLOCKED' && hasKey(request))) return problem;
    return refusal;
  }

  /** Whether somebody is told what is wrong with bytes that cannot be parsed. Behind a proxy nobody knows whose they are. */
  hears(socket: Socket): boolean | Promise<boolean> {
    const address = remoteAddress(socket);
    if (this.#admit === null || this.#isProxy(address)) return true;
    const context = this.#admit(address, { id: requestId(), now: Date.now(), signal: NEVER });
    return context instanceof Promise ? context.then(isLetIn) : isLetIn(context);
  }
}

const isLetIn = ({ refusal }: RequestContext): boolean => refusal === null;

const hasKey = (request: Request): boolean =>
  request.header('x-api-key') !== undefined || request.header('authorization') !== undefined;
