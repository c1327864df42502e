/** What a caller may still ask in the current window, as its counter says it. */

/**
 * `payer` is counted by payments, those of agents by their door, `form` by who keeps what forms send, `check` by the page of bulk checks,
 * `letter` and the passwords by the entrance to accounts, those of apps before the authorization server, the last two by the gate to find
 * whom to block.
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

/** Whose requests are counted together: an account, a payer, or an address (of IPv6 its /64). */
export interface LimitKey {
  policy: Policy;
  who: string;
}

export interface Allowance {
  /** Name of the window that is nearest to its end: the policy's, or another of the same policy (`browser-day`). */
  policy: string;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Until the oldest counted request leaves the window, which makes room for the next; where several were refused together, until there is room for them. Whole seconds, at least 1. */
  resetSeconds: number;
  allowed: boolean;
}

/** Counts one request, or several that are allowed together or not at all. At once where the counters are this machine's own. */
export interface Limits {
  take(counted: LimitKey, now: number, requests?: number): Allowance | Promise<Allowance>;
}
