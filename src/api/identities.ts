/** What the kernel needs to know of who holds a key, a session, a token or a blocked address; `access.ts` brings it together. */

/** The holder of a key, or the problem with it, thrown. At once for a key that is at hand. */
export interface KeyOwners {
  ownerOf(key: string, now: number): KeyOwner | Promise<KeyOwner>;
}

export interface KeyOwner {
  account: string;
  /** Id of the key. */
  key: string;
}

/** Who sits before a browser that one of our pages let in; null for a cookie that is not, or no longer, ours. */
export interface Sessions {
  visitorOf(cookie: string, now: number): Promise<Visitor | null>;
  /** The account behind a job that goes on without its reader, as it stands by now; left out, jobs have the rights of visitors. */
  accountVisitor?(account: string, now: number): Promise<Visitor>;
}

export interface Visitor {
  account: string | null;
  pro: boolean;
}

/** The account that an agent speaks for, or the problem with its token, thrown. */
export interface AgentTokens {
  agentOf(token: string, now: number): Promise<{ account: string; pro: boolean }>;
}

export interface Blocks {
  /** `until` is an instant in ms, infinite for a block without end. */
  find(address: string, now: number): { until: number } | null;
  /** Blocks an address for a while, from now on. */
  block(address: string, reason: string, now: number): void;
}
