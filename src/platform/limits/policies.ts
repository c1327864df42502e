/** Request limits by kind of caller. */
import type { Policy } from '#api/allowance.ts';

export interface Window {
  /** Name in the headers. */
  name: string;
  limit: number;
  span: Span;
}

/** `minute`: the last sixty seconds, whenever they began. `day`: from midnight to midnight UTC. */
export type Span = 'minute' | 'day';

export const SECONDS: Record<Span, number> = { minute: 60, day: 86_400 };

const perMinute = (name: string, limit: number): Window => ({ name, limit, span: 'minute' });

export type Policies = Readonly<Record<Policy, readonly Window[]>>;

/** Windows of one name share their counters, so that an account which becomes Pro gets no second allowance. */
export const policies: Policies = {
  pro: [perMinute('pro', 1_200)],
  address: [perMinute('address', 120)],
  browser: [perMinute('browser', 300)],
  payer: [perMinute('payer', 300)],
  agent: [perMinute('agent', 30)],
  'agent-pro': [perMinute('agent', 60)],
  // All messages of an account's agents, tool calls included: a host sends `initialize` and `tools/list` in every conversation.
  'agent-talk': [perMinute('agent-talk', 180)],
  // Messages without a cached valid token. Hosts send those of all their users from a few addresses, with four new tokens per user and hour. Tokens cannot be guessed.
  'agent-knock': [perMinute('agent-knock', 3_000)],
  // Lists of fiscal codes: enough for an accountant, too few to fill the store.
  check: [perMinute('check', 10), { name: 'check-day', limit: 200, span: 'day' }],
  // Ten times what a person mistypes in a minute.
  'invalid-key': [perMinute('invalid-key', 30)],
  // Refusals per minute that count as an attack.
  excess: [perMinute('excess', 1_200)],
  // Requests to the operator: enough for a person who reports many errors, too few for a program.
  form: [perMinute('form', 5), { name: 'form-day', limit: 20, span: 'day' }],
  // Emails requested by typing an address: enough for an office that signs up together, too few for a program.
  letter: [perMinute('letter', 6), { name: 'letter-day', limit: 60, span: 'day' }],
  // Passwords from one client network, for all accounts: an office on a Monday morning.
  password: [perMinute('password', 20), { name: 'password-day', limit: 300, span: 'day' }],
  // From one client network for one account: below the limit of the account, so that one stranger cannot use that up.
  'password-pair': [perMinute('password-pair', 5), { name: 'password-pair-day', limit: 30, span: 'day' }],
  // For one account, from unknown browsers: at this pace a password of ten characters cannot be guessed.
  'password-account': [perMinute('password-account', 10), { name: 'password-account-day', limit: 100, span: 'day' }],
  // For one account from a browser of its owner: strangers cannot use this up.
  'password-browser': [perMinute('password-browser', 10), { name: 'password-browser-day', limit: 100, span: 'day' }],
  // People who connect an app: a whole office on the same morning.
  'app-request': [perMinute('app-request', 60)],
  // App registrations: hosts register once per user, from a few addresses.
  'app-registration': [perMinute('app-registration', 30), { name: 'app-registration-day', limit: 1_000, span: 'day' }],
  // Token requests: four per user and hour, from a few addresses of the hosts.
  'app-token': [perMinute('app-token', 3_000)],
};

/** With a daily limit of browser requests per address; null for none. */
export const policiesWith = (browserDayMax: number | null): Policies =>
  browserDayMax === null
    ? policies
    : { ...policies, browser: [...policies.browser, { name: 'browser-day', limit: browserDayMax, span: 'day' }] };
