/**
 * Requests that no route takes: unknown paths, wrong methods, what is too long or no request at all. They count against the limit of
 * strangers, by the address that they come from, whatever key they carry: nobody looks at keys for them, and no account pays for them.
 */
import type { Socket } from 'node:net';
import type { Problem } from '#api/problem.ts';
import type { Occasion, Visit } from '#api/visit.ts';
import type { Subnet } from '#lib/values/ip.ts';
import { type AddressOf, addressReader, proxyTest, remoteAddress } from './client-address.ts';
import { type Request, requestId } from './request.ts';

/** Counts one request of somebody without credentials. */
export type AdmitStranger = (address: string, occasion: Occasion) => Visit | Promise<Visit>;

const NEVER = new AbortController().signal;

export class Strangers {
  readonly #admit: AdmitStranger | null;
  readonly #addressOf: AddressOf;
  readonly #isProxy: (address: string) => boolean;

  /** Null counts nobody. */
  constructor(admit: AdmitStranger | null, trustedProxies: readonly Subnet[]) {
    this.#admit = admit;
    this.#addressOf = addressReader(trustedProxies);
    this.#isProxy = proxyTest(trustedProxies);
  }

  /** What the caller is told: the problem, unless there were too many like it. */
  async refusal(problem: Problem, request: Request): Promise<Problem> {
    // What was refused for want of room is counted by nobody.
    if (this.#admit === null || problem.status >= 500 || problem.code === 'RATE_LIMITED') return problem;
    const visit = await this.#admit(this.#addressOf(request), request);
    request.visit = visit;
    const { refusal } = visit;
    // Whether the key is good nobody looked; one that is passes a block.
    if (refusal === null || (refusal.code === 'IP_BLOCKED' && hasKey(request))) return problem;
    return refusal;
  }

  /** Whether somebody is told what is wrong with bytes that cannot be parsed. Behind a proxy nobody knows whose they are. */
  hears(socket: Socket): boolean | Promise<boolean> {
    const address = remoteAddress(socket);
    if (this.#admit === null || this.#isProxy(address)) return true;
    const visit = this.#admit(address, { id: requestId(), now: Date.now(), signal: NEVER });
    return visit instanceof Promise ? visit.then(isLetIn) : isLetIn(visit);
  }
}

const isLetIn = ({ refusal }: Visit): boolean => refusal === null;

const hasKey = (request: Request): boolean =>
  request.header('x-api-key') !== undefined || request.header('authorization') !== undefined;
