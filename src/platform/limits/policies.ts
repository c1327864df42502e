/** How much callers of each kind may ask: the contract's figures, in one table. */
import type { Policy } from '#api/allowance.ts';

export interface Window {
  /** As the headers call it. */
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
  // Messages of an account's agents, their calls among them: a host says hello and asks for the list of tools with every conversation.
  'agent-talk': [perMinute('agent-talk', 180)],
  // Messages without a token that is good, and the first with each that is: hosts ask for all their users from a few addresses, and each of those tokens ends four times an hour. Nobody guesses one.
  'agent-knock': [perMinute('agent-knock', 3_000)],
  // Lists of fiscal codes: as many as an accountant sends, and too few to fill the store with them.
  check: [perMinute('check', 10), { name: 'check-day', limit: 200, span: 'day' }],
  // Ten times what a person mistypes in a minute.
  'invalid-key': [perMinute('invalid-key', 30)],
  // Refusals in a minute, after which it is no mistake any more but an attack.
  excess: [perMinute('excess', 1_200)],
  // What somebody has kept for whoever runs the service: a person who finds many errors, and not a program.
  form: [perMinute('form', 5), { name: 'form-day', limit: 20, span: 'day' }],
  // Letters that somebody has sent by typing an address: an office that signs up together, and not a program.
  letter: [perMinute('letter', 6), { name: 'letter-day', limit: 60, span: 'day' }],
  // Passwords tried from one household, for whatever account: an office on a Monday morning.
  password: [perMinute('password', 20), { name: 'password-day', limit: 300, span: 'day' }],
  // From one household for one account: less than the account takes, so that no single stranger uses that up.
  'password-pair': [perMinute('password-pair', 5), { name: 'password-pair-day', limit: 30, span: 'day' }],
  // For one account, from browsers that nobody ever signed in to it with: at this pace a password of ten letters takes for ever.
  'password-account': [perMinute('password-account', 10), { name: 'password-account-day', limit: 100, span: 'day' }],
  // For one account from a browser of its owner: nobody else can use this up.
  'password-browser': [perMinute('password-browser', 10), { name: 'password-browser-day', limit: 100, span: 'day' }],
  // People who connect an app: an office in which everybody does it on the same morning.
  'app-request': [perMinute('app-request', 60)],
  // Apps that register: hosts do it for all their users from a few addresses, once for each.
  'app-registration': [perMinute('app-registration', 30), { name: 'app-registration-day', limit: 1_000, span: 'day' }],
  // Apps that get tokens, four times an hour for each user, all from a few addresses of their hosts.
  'app-token': [perMinute('app-token', 3_000)],
};

/** The same, where an operator gives the visitors of an address so many requests a day; null: as many as they like. */
export const policiesWith = (browserDayMax: number | null): Policies =>
  browserDayMax === null
    ? policies
    : { ...policies, browser: [...policies.browser, { name: 'browser-day', limit: browserDayMax, span: 'day' }] };
