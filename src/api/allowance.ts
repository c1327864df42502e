/** Rate limits: what is counted for whom, and what remains of a caller's allowance. */

/**
 * Names of the limits. `payer` is counted by payments, the `agent` ones by the MCP transport, `form` by the forms of the web
 * pages, `check` by bulk checks, `letter` and the passwords by sign-in, the `app` ones by the authorization server.
 * `invalid-key` and `excess` are counted by the gate, to block addresses.
 */
export type Policy =
  | 'pro'
  | 'address'
  | 'browser'
  | 'payer'
  | 'agent'
  | 'agent-pro'
  | 'agent-talk'
  | 'agent-knock'
  | 'form'
  | 'check'
  | 'letter'
  | 'password'
  | 'password-pair'
  | 'password-account'
  | 'password-browser'
  | 'app-request'
  | 'app-registration'
  | 'app-token'
  | 'invalid-key'
  | 'excess';

/** Requests with the same key are counted together. `who` is an account, a payer or an address (of IPv6 its /64). */
export interface LimitKey {
  policy: Policy;
  who: string;
  /** The account that the requests of `who` concern, where a limit is of both. */
  account?: string;
}

export interface Allowance {
  /** The window with the least left: that of the policy, or another window of the same policy (`browser-day`). */
  policy: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /**
   * Whole seconds, at least 1, until the oldest counted request leaves the window. After a refusal of several requests: until
   * all of them fit.
   */
  resetSeconds: number;
  allowed: boolean;
}

/** Counts one request, or several that are allowed together or not at all. Synchronous where the counters are in this process. */
export interface Limits {
  take(counted: LimitKey, now: number, requests?: number): Allowance | Promise<Allowance>;
}
