/**
 * Addresses of every page of the web app, for tests of all pages: pages without parameters as they are, others by this table. The
 * types report a page with parameters and without an entry.
 */

import { demoProfile } from '#demo-country/installation/profile.ts';
import type { Language } from '#lib/i18n/message.ts';
import { localitySlug } from '#lib/values/locality.ts';
import type { Examples } from '#server/compose/installation-profile.ts';
import { addresses, type PageName } from '#transports/web/addresses.ts';
import { cuiOf, type DemoService } from './demo-service.ts';

/** Values of a page’s path; other names go into the query. */
type Values = Readonly<Record<string, string>>;

/** Values from the demo that addresses need. */
interface Known {
  cui: (id: string) => string;
  examples: Examples;
  person: string;
}

type SamplesOf = (known: Known) => readonly Values[];
type WithParameters = {
  [Name in PageName]: (typeof addresses)[Name]['ro'] extends `${string}{${string}` ? Name : never;
}[PageName];
type Sampled = Record<WithParameters, SamplesOf> & Partial<Record<PageName, SamplesOf>>;

/** The first of each is the most expensive to render; the others show other states. */
const table: Sampled = {
  // The documentation has its own tests.
  docs: () => [],
  operation: () => [],
  changes: () => [],
  search: ({ cui }) => [{ q: 'vantul' }, { q: 'zimbrull auriu' }, { q: 'script alert' }, { q: `x${cui('giant')}` }, {}],
  company: ({ cui }) =>
    ['giant', 'insolvent', 'hostileName', 'bank', 'struckOff', 'townHall'].map((id) => ({ cui: cui(id) })),
  companyHistory: ({ cui }) => [{ cui: cui('giant') }],
  companyDecisions: ({ cui }) => [{ cui: cui('giant') }],
  companyRelated: ({ cui }) => [{ cui: cui('giant') }],
  companyProcurement: ({ cui }) => [{ cui: cui('stateSupplier') }],
  decision: ({ examples }) => [{ id: examples.decision }],
  compare: ({ cui }) => [{ cui: `${cui('giant')},${cui('hostileName')}` }, {}],
  person: ({ person }) => [{ id: person }],
  county: () => [{ county: 'timis' }, { county: 'cluj', status: 'active', caen: '47' }],
  town: () => [{ county: 'timis', town: localitySlug('Timișoara') }],
  activities: () => [{}, { q: 'comert' }, { section: 'K' }, { q: 'qqqq' }],
  activity: () => [{ code: '4711' }, { code: '6310' }],
  rankings: () => [{}, { caen: '4711', metric: 'angajati' }, { judet: 'cluj' }, { caen: 'x' }],
  notice: ({ examples }) => [{ notice: examples.procurement.notice }],
  noticeChanges: ({ examples }) => [{ notice: examples.documents.notice }],
  noticeDocument: ({ examples }) => [examples.documents],
  contract: ({ examples }) => [{ number: examples.procurement.contract }],
  report: ({ examples }) => [{ id: examples.procurement.report }],
  market: () => [{ cpv: '45' }],
  marketDeals: () => [{ cpv: '45' }],
  // Pages after a submitted form: the tests of bulk checks and of requests cover them.
  bulkResult: () => [],
  bulkTable: () => [],
  bulkProof: () => [],
  request: () => [],
  keys: () => [{}, { revoked: '1' }],
  // For one key of one account, and a file: the tests of keys and usage cover them.
  keyRevocation: () => [],
  usageTable: () => [],
  // For an app, its authorization and pending approvals: the tests of apps and approvals cover them.
  appRemoval: () => [],
  lastAppRequest: () => [],
  appRequest: () => [],
  approval: () => [],
  passkeys: () => [{}, { done: 'added' }],
  // For a signed-in reader: the billing tests cover it.
  subscription: () => [],
  reportError: ({ cui }) => [{ record: `company:${cui('hostileName')}` }],
  rates: () => [{}, { amount: '100', from: 'USD', to: 'EUR', currency: 'USD' }, { amount: 'x' }],
  treasury: () => [{}, { q: 'tva cluj' }, { q: 'qqqq' }],
  article: ({ examples }) => [{ slug: examples.release.slug }],
  signUp: () => [{}, { sent: '1' }],
  signIn: () => [{}, { next: '/verificare' }],
  // Reached only by forms, and by links in emails, which the sign-in tests cover.
  signOut: () => [],
  link: () => [],
  password: () => [{}, { sent: '1' }],
  security: () => [{}, { done: 'password' }],
};

export interface Sample {
  /** The page’s Romanian path, which serves as its name. */
  page: string;
  /** Its address in each language. */
  at: Record<Language, string>;
}

/** Pages of an account, where visitors are redirected to the sign-in. By the Romanian path. */
export const isOwners = (page: string): boolean =>
  /^\/cont(?:$|\/(?!(?:nou|intrare|cheie-de-acces|parola|legatura)$))/.test(page);

/** Of every page of the service; with `first` one of each. */
export function samples(service: Pick<DemoService, 'secrets'>, { first = false } = {}): Sample[] {
  const { examples } = demoProfile(service.secrets.personKey);
  const known = { cui: cuiOf, examples, person: examples.people[0]?.id ?? '' };
  return Object.entries(addresses).flatMap(([name, { ro, en }]) =>
    (table[name as PageName]?.(known) ?? [{}])
      .slice(0, first ? 1 : undefined)
      .map((values) => ({ page: ro, at: { ro: filled(ro, values), en: filled(en, values) } })),
  );
}

function filled(path: string, values: Values): string {
  const rest = new URLSearchParams(Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)));
  const own = path.replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return rest.size === 0 ? own : `${own}?${rest}`;
}
