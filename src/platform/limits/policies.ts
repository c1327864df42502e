/** Request limits by kind of caller. */
import type { Policy } from '#api/allowance.ts';
import { siteLettersPerDay, siteRates } from '#api/network-limits.ts';

export interface Window {
  /** Name in the headers. */
  name: string;
  limit: number;
  span: Span;
  /** Counted for the whole site of the client network. */
  isOfSite?: true;
}

/** `minute`: the last sixty seconds, whenever they began. `day`: from midnight to midnight UTC. */
export type Span = 'minute' | 'day';

export const SECONDS: Record<Span, number> = { minute: 60, day: 86_400 };

const perMinute = (name: string, limit: number): Window => ({ name, limit, span: 'minute' });

/** The windows of a client network, then those of its site: what the network may not send counts for nobody else. */
const windowsOf = (name: keyof typeof siteRates): readonly Window[] =>
  (['network', 'site'] as const).flatMap((of) => {
    const rate: { minute: number; day?: number } = siteRates[name][of];
    const prefix = of === 'site' ? `${name}-site` : name;
    const site = of === 'site' && { isOfSite: true as const };
    return [
      { ...perMinute(prefix, rate.minute), ...site },
      ...(rate.day === undefined ? [] : [{ name: `${prefix}-day`, limit: rate.day, span: 'day' as const, ...site }]),
    ];
  });

export type Policies = Readonly<Record<Policy, readonly Window[]>>;

/** Windows of one name share their counters, so that an account which becomes Pro gets no second allowance. */
export const policies: Policies = {
  pro: [perMinute('pro', 1_200)],
  address: windowsOf('address'),
  browser: windowsOf('browser'),
  payer: [perMinute('payer', 300)],
  agent: [perMinute('agent', 30)],
  'agent-pro': [perMinute('agent', 60)],
  // All messages of an account's agents, tool calls included: a host sends `initialize` and `tools/list` in every conversation.
  'agent-talk': [perMinute('agent-talk', 180)],
  // Messages without a cached valid token. Hosts send those of all their users from a few addresses, with four new tokens per user and hour. Tokens cannot be guessed.
  'agent-knock': [perMinute('agent-knock', 3_000)],
  check: windowsOf('check'),
  // Ten times what a person mistypes in a minute.
  'invalid-key': [perMinute('invalid-key', 30)],
  // Refusals per minute that count as an attack.
  excess: [perMinute('excess', 1_200)],
  form: windowsOf('form'),
  letter: windowsOf('letter'),
  password: windowsOf('password'),
  'password-pair': windowsOf('password-pair'),
  // For one account, from unknown browsers: at this pace a password of ten characters cannot be guessed.
  'password-account': [perMinute('password-account', 10), { name: 'password-account-day', limit: 100, span: 'day' }],
  // For one account from a browser of its owner: strangers cannot use this up.
  'password-browser': [perMinute('password-browser', 10), { name: 'password-browser-day', limit: 100, span: 'day' }],
  'app-request': windowsOf('app-request'),
  'app-registration': windowsOf('app-registration'),
  // Token requests: four per user and hour, from a few addresses of the hosts.
  'app-token': [perMinute('app-token', 3_000)],
};

export interface PolicySettings {
  /** Daily limit of browser requests per address; null for none. */
  browserDayMax: number | null;
  /** Emails that the installation sends in an hour. */
  mailHourMax: number;
}

export const policiesWith = ({ browserDayMax, mailHourMax }: PolicySettings): Policies => ({
  ...policies,
  browser: [
    ...policies.browser,
    ...(browserDayMax === null ? [] : [{ name: 'browser-day', limit: browserDayMax, span: 'day' as const }]),
  ],
  letter: policies.letter.map((window) =>
    window.name === 'letter-site-day' ? { ...window, limit: siteLettersPerDay(mailHourMax) } : window,
  ),
});
