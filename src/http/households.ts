/**
 * How much of the wire one household holds: its connections, or behind a trusted proxy, whose connections carry everybody's
 * requests, the requests that it has under way. Nobody else can be kept out by one of them.
 */
import type { Socket } from 'node:net';
import { householdText, type Subnet } from '#base/ip.ts';
import { Problem } from '#operations/problem.ts';
import { addressReader, proxyTest, remoteAddress } from './client-address.ts';
import { Places } from './places.ts';
import type { Request } from './request.ts';
import { said } from './sentences.ts';

/** Refusals that are being told to one household at once; whoever goes on connecting is cut without a word. */
const TOLD_EACH = 20;

export class Households {
  readonly #held: Places;
  readonly #told = new Places({ places: Number.POSITIVE_INFINITY, each: TOLD_EACH });
  readonly #isProxy: (address: string) => boolean;
  readonly #addressOf: (request: Request) => string;

  constructor(each: number, trusted: readonly Subnet[]) {
    this.#held = new Places({ places: Number.POSITIVE_INFINITY, each });
    this.#isProxy = trusted.length === 0 ? () => false : proxyTest(trusted);
    this.#addressOf = addressReader(trusted);
  }

  /** `yes` until the connection ends. */
  connection(socket: Socket): 'yes' | 'tooMany' | 'farTooMany' {
    const address = remoteAddress(socket);
    if (this.#isProxy(address)) return 'yes';
    const holder = householdText(address);
    if (this.#held.take(holder)) return this.#until(socket, this.#held, holder, 'yes');
    if (this.#told.take(holder)) return this.#until(socket, this.#told, holder, 'tooMany');
    return 'farTooMany';
  }

  /** A place for a request that a proxy brings, until its exchange ends; those of other connections have theirs. */
  takeFor(request: Request): void {
    if (!this.#isProxy(remoteAddress(request.raw.socket))) return;
    const address = this.#addressOf(request);
    // A proxy that forwards nothing asks for itself, as its own probes do.
    if (this.#isProxy(address)) return;
    const holder = householdText(address);
    if (!this.#held.take(holder))
      throw new Problem('RATE_LIMITED', said.manyRequests(), { headers: { 'retry-after': '1' } });
    void request.sent.then(() => this.#held.free(holder));
  }

  #until<Answer>(socket: Socket, places: Places, holder: string, answer: Answer): Answer {
    socket.once('close', () => places.free(holder));
    return answer;
  }
}

export const tooManyConnections = (): Problem =>
  new Problem('RATE_LIMITED', said.manyConnections(), { headers: { 'retry-after': '1' } });
