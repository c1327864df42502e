/** Callers: the credentials that they send, the identity that follows, and the ports that look identities up. */
import type { Awaitable } from '#lib/values/awaitable.ts';
import { clientNetworkText } from '#lib/values/ip.ts';
import type { ApiError } from './api-error.ts';

/** `api`: a request over HTTP. `page`: a view of a web page of the service. `agent`: a tool call. */
export type Transport = 'api' | 'page' | 'agent';

/** Credentials as sent and not verified yet; each transport reads them from its own kind of request. */
export interface Credentials {
  transport: Transport;
  /** The client address, behind trusted proxies. */
  address: string;
  key: string | null;
  /** Lives as long as the connection, whose requests mostly send the same key; absent without one. */
  connection?: object;
  /** The session cookie of a browser. */
  session: string | null;
  /** An agent's access token. */
  token: string | null;
  payment: SentPayment | null;
  /** Set by a background job: the account that started it on a page, null for a visitor. A request never sets it. */
  job?: { account: string | null };
  /** No route matched. Excess requests of this kind are refused, and never lead to a block. */
  isUnrouted?: boolean;
  /** Set when a credential cannot be parsed: the gate counts the sender, then refuses the request. */
  unreadable: ApiError | null;
}

/** A payment as sent, in version 2 or 1 of the x402 protocol. */
export interface SentPayment {
  version: 1 | 2;
  text: string;
}

/**
 * The identified caller. Pro follows from a key, a signed-in browser or an agent of a Pro account; other callers are counted by
 * address.
 */
export interface Caller {
  kind: 'key' | 'browser' | 'payment' | 'anonymous' | 'agent';
  /** Null without an account or a sign-in. */
  account: string | null;
  /** Id of the key that was sent; never the key. */
  key: string | null;
  pro: boolean;
  address: string;
  /** Work of a background job: upstream requests for it queue behind all others. */
  isBackground?: true;
}

/** The key of a caller in fair queues: the account that requests are counted by, or else the client network. */
export const callerKey = ({ kind, account, pro, address }: Caller): string =>
  account !== null && (pro || kind === 'agent') ? account : clientNetworkText(address);

/** The key of a caller in upstream queues; null for background work, which goes last. */
export const upstreamCallerKey = (caller: Caller): string | null => (caller.isBackground ? null : callerKey(caller));

/** The caller behind a heavy query: the queue is fair between values of `by`, and an aborted `signal` drops a waiting query. */
export interface Requester {
  by: string;
  signal: AbortSignal;
}

export const anonymousCaller = (address: string): Caller => ({
  kind: 'anonymous',
  account: null,
  key: null,
  pro: false,
  address,
});

/** Finds the owner of a key or throws the ApiError. Synchronous for a cached key. */
export interface KeyOwners {
  ownerOf(key: string, now: number, connection?: object): KeyOwner | Promise<KeyOwner>;
}

export interface KeyOwner {
  account: string;
  /** Id of the key. */
  key: string;
}

/** Finds the visitor behind a session cookie; null for a cookie that is invalid or expired. */
export interface Sessions {
  visitorOf(cookie: string, now: number): Promise<Visitor | null>;
  /** The account behind a background job, with its rights of now; without this method jobs have the rights of visitors. */
  accountVisitor?(account: string, now: number): Promise<Visitor>;
}

export interface Visitor {
  account: string | null;
  pro: boolean;
}

/** Finds the account that an agent acts for, or throws the ApiError. */
export interface AgentTokens {
  agentOf(token: string, now: number, connection?: object): Awaitable<{ account: string; pro: boolean }>;
}

export interface Blocks {
  /** `until` is an instant in ms, infinite for a block without end. */
  find(address: string, now: number): { until: number } | null;
  /** Blocks an address for a while, from now on. */
  block(address: string, reason: string, now: number): void;
}
