/** Whoever comes in: by which door and with what, and who that turns out to be. */
import { clientNetworkText } from '#lib/values/ip.ts';
import type { ApiError } from './api-error.ts';

/** `api`: a request over HTTP. `page`: a view of one of our own pages. `agent`: a tool call. */
export type Transport = 'api' | 'page' | 'agent';

/** What a caller sent to show who they are. A door reads it from its own kind of request; nothing of it is checked yet. */
export interface Credentials {
  transport: Transport;
  /** Where the request came from, behind trusted proxies. */
  address: string;
  key: string | null;
  /** The cookie of a browser that one of our pages let in. */
  session: string | null;
  /** An agent's access token. */
  token: string | null;
  payment: SentPayment | null;
  /** Of a job that goes on without its reader: the account that left it with one of our pages, null for a visitor. No request ever tells it. */
  job?: { account: string | null };
  /** No operation was meant: refused beyond the limit like others, and never blocked for that. */
  isUnrouted?: boolean;
  /** What was sent as a credential and cannot be read: its sender is counted, and then refused. */
  unreadable: ApiError | null;
}

/** A payment as it was sent, in the protocol's version 2 or 1. */
export interface SentPayment {
  version: 1 | 2;
  text: string;
}

/** Who is calling. Pro by key, by a signed-in browser or by an agent of a Pro account; all others are counted by their address. */
export interface Caller {
  kind: 'key' | 'browser' | 'payment' | 'anonymous' | 'agent';
  /** Null for those who have none, or did not sign in. */
  account: string | null;
  /** Id of the key that was sent; never the key. */
  key: string | null;
  pro: boolean;
  address: string;
  /** A job for which nobody waits: sources are asked for it behind everybody else. */
  isBackground?: true;
}

/** By whom callers are told apart where they wait for one another: the account that they are counted by, or else their household. */
export const callerKey = ({ kind, account, pro, address }: Caller): string =>
  account !== null && (pro || kind === 'agent') ? account : clientNetworkText(address);

/** The same where a source is asked; null for who stands behind everybody. */
export const upstreamCallerKey = (caller: Caller): string | null => (caller.isBackground ? null : callerKey(caller));

/** For whom a heavy question is asked: askers are answered in turn, and who leaves before theirs, as the signal tells, is not counted for. */
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
