/**
 * How much of the wire one household holds: its connections, or behind a trusted proxy, whose connections carry everybody's
 * requests, the requests that it has under way. Nobody else can be kept out by one of them.
 */
import type { Socket } from 'node:net';
import { ApiError } from '#api/api-error.ts';
import { clientNetworkText, type Subnet } from '#lib/values/ip.ts';
import { addressReader, proxyTest, remoteAddress } from './client-address.ts';
import type { Request } from './request.ts';
import { said } from './sentences.ts';
import { SharedSlots } from './shared-slots.ts';
import { Slots } from './slots.ts';

/** Refusals that a thread is telling one household at once; whoever goes on connecting is cut without a word. */
const TOLD_EACH = 20;

export interface ClientNetworkLimits {
  /** Connections of one household; behind trusted proxies, its requests under way. */
  clientNetworkMax: number;
  /** Where the serving threads of this host count them together, and which of them this is; null for a server that is alone. */
  shared: { memory: SharedArrayBuffer; thread: number } | null;
  /** Whose connections carry the requests of others. */
  trustedProxies: readonly Subnet[];
}

type HeldSlots = Pick<Slots, 'take' | 'free'>;

export class ClientNetworks {
  readonly #held: HeldSlots;
  readonly #told = new Slots({ total: Number.POSITIVE_INFINITY, each: TOLD_EACH });
  readonly #isProxy: (address: string) => boolean;
  readonly #addressOf: (request: Request) => string;

  constructor({ clientNetworkMax: each, shared, trustedProxies: trusted }: ClientNetworkLimits) {
    this.#held = shared
      ? new SharedSlots(shared.memory, shared.thread, each)
      : new Slots({ total: Number.POSITIVE_INFINITY, each });
    this.#isProxy = trusted.length === 0 ? () => false : proxyTest(trusted);
    this.#addressOf = addressReader(trusted);
  }

  /** `yes` until the connection ends. */
  connection(socket: Socket): 'yes' | 'tooMany' | 'farTooMany' {
    const address = remoteAddress(socket);
    if (this.#isProxy(address)) return 'yes';
    const holder = clientNetworkText(address);
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
    const holder = clientNetworkText(address);
    if (!this.#held.take(holder))
      throw new ApiError('RATE_LIMITED', said.manyRequests(), { headers: { 'retry-after': '1' } });
    void request.sent.then(() => this.#held.free(holder));
  }

  #until<Answer>(socket: Socket, slots: HeldSlots, holder: string, answer: Answer): Answer {
    socket.once('close', () => slots.free(holder));
    return answer;
  }
}

export const tooManyConnections = (): ApiError =>
  new ApiError('RATE_LIMITED', said.manyConnections(), { headers: { 'retry-after': '1' } });
