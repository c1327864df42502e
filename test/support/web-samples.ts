/**
 * Addresses of every page of the web app for the tests of all pages: pages without parameters as they are, others by this
 * table. A page with parameters and without a line here fails `web-pages.test.ts`.
 */

import { demoProfile } from '#demo-country/installation/profile.ts';
import type { Language } from '#lib/i18n/message.ts';
import { localitySlug } from '#lib/values/locality.ts';
import type { Examples } from '#server/compose/installation-profile.ts';
import { pagesOf } from '#transports/web/pages/pages.ts';
import { cuiOf, type DemoService } from './demo-service.ts';

/** Values of a page's path; those that its path does not name go into the query. */
type Values = Readonly<Record<string, string>>;

/** What addresses of the demo need to know. */
interface Known {
  cui: (id: string) => string;
  examples: Examples;
  person: string;
}

/** By the Romanian path. The first of each is the one that costs most to show; others show other states. */
const table: Record<string, (known: Known) => readonly Values[]> = {
  '/cautare': ({ cui }) => [
    { q: 'vantul' },
    { q: 'zimbrull auriu' },
    { q: 'script alert' },
    { q: `x${cui('giant')}` },
    {},
  ],
  '/firma/{cui}': ({ cui }) =>
    ['giant', 'insolvent', 'hostileName', 'bank', 'struckOff', 'townHall'].map((id) => ({ cui: cui(id) })),
  '/firma/{cui}/istoric': ({ cui }) => [{ cui: cui('giant') }],
  '/firma/{cui}/hotarari': ({ cui }) => [{ cui: cui('giant') }],
  '/firma/{cui}/legaturi': ({ cui }) => [{ cui: cui('giant') }],
  '/firma/{cui}/achizitii': ({ cui }) => [{ cui: cui('stateSupplier') }],
  '/hotarare/{id}': ({ examples }) => [{ id: examples.decision }],
  '/compara': ({ cui }) => [{ cui: `${cui('giant')},${cui('hostileName')}` }, {}],
  '/persoana/{id}': ({ person }) => [{ id: person }],
  '/judet/{county}': () => [{ county: 'timis' }, { county: 'cluj', status: 'active', caen: '47' }],
  '/judet/{county}/{town}': () => [{ county: 'timis', town: localitySlug('Timișoara') }],
  '/caen': () => [{}, { q: 'comert' }, { section: 'K' }, { q: 'qqqq' }],
  '/caen/{code}': () => [{ code: '4711' }, { code: '6310' }],
  '/clasamente': () => [{}, { caen: '4711', metric: 'angajati' }, { judet: 'cluj' }, { caen: 'x' }],
  '/licitatie/{notice}': ({ examples }) => [{ notice: examples.procurement.notice }],
  '/licitatie/{notice}/schimbari': ({ examples }) => [{ notice: examples.documents.notice }],
  '/licitatie/{notice}/document/{document}': ({ examples }) => [examples.documents],
  '/contract/{number}': ({ examples }) => [{ number: examples.procurement.contract }],
  '/document-constatator/{id}': ({ examples }) => [{ id: examples.procurement.report }],
  '/piata/{cpv}': () => [{ cpv: '45' }],
  '/piata/{cpv}/contracte': () => [{ cpv: '45' }],
  // There once a form was sent: the tests of bulk checks and of requests walk them.
  '/verificare/{check}': () => [],
  '/verificare/{check}/tabel/{format}': () => [],
  '/verificare/{check}/dovada': () => [],
  '/cerere': () => [],
  '/cont/chei': () => [{}, { revoked: '1' }],
  // One key of one account, and a file: the tests of keys and usage open them.
  '/cont/chei/{key}': () => [],
  '/cont/consum/tabel': () => [],
  // An app, what it asks for, what an agent leaves to its person: the tests of apps and errands open them.
  '/cont/aplicatii/{app}': () => [],
  '/cont/aplicatii/cerere': () => [],
  '/cont/aplicatii/cerere/{request}': () => [],
  '/cont/cerere/{id}': () => [],
  '/cont/chei-de-acces': () => [{}, { done: 'added' }],
  // For whoever is signed in: the tests of billing walk it.
  '/cont/abonament': () => [],
  '/semnaleaza': ({ cui }) => [{ record: `company:${cui('hostileName')}` }],
  '/curs': () => [{}, { amount: '100', from: 'USD', to: 'EUR', currency: 'USD' }, { amount: 'x' }],
  '/iban': () => [{}, { q: 'tva cluj' }, { q: 'qqqq' }],
  '/comunicat/{slug}': ({ examples }) => [{ slug: examples.release.slug }],
  '/cont/nou': () => [{}, { sent: '1' }],
  '/cont/intrare': () => [{}, { next: '/verificare' }],
  // Only forms lead there; and links in letters, which the tests of the entrance walk.
  '/cont/iesire': () => [],
  '/cont/legatura': () => [],
  '/cont/parola': () => [{}, { sent: '1' }],
  '/cont/siguranta': () => [{}, { done: 'password' }],
};

export interface Sample {
  /** The page's Romanian path, which names it. */
  page: string;
  /** Its address in each language. */
  at: Record<Language, string>;
}

/** Pages of an account, where visitors are led to the entrance. By the Romanian path. */
export const isOwners = (page: string): boolean =>
  /^\/cont(?:$|\/(?!(?:nou|intrare|cheie-de-acces|parola|legatura)$))/.test(page);

/** Pages that the table does not know yet: none, or somebody forgot a line. */
export const unsampled = (): string[] => pages().filter((path) => path.includes('{') && !(path in table));

/** A page without parameters is sampled without any, unless the table says otherwise. */
const samplesOf = (path: string, known: Known): readonly Values[] =>
  table[path]?.(known) ?? (path.includes('{') ? [] : [{}]);

/** Only their addresses are looked at: what they need to show something is not there. */
const declared = () =>
  pagesOf({ verdicts: [], checks: {}, readerRequests: {}, terms: {}, outbox: {}, accounts: { auth: {} } } as never);

const pages = (): string[] => declared().map(({ path }) => path.ro);

/** Of every page of the service; with `first` one of each. */
export function samples(service: DemoService, { first = false } = {}): Sample[] {
  const { examples } = demoProfile(service.secrets.personKey);
  const known = { cui: cuiOf, examples, person: examples.people[0]?.id ?? '' };
  return declared().flatMap(({ path }) =>
    samplesOf(path.ro, known)
      .slice(0, first ? 1 : undefined)
      .map((values) => ({
        page: path.ro,
        at: { ro: filled(path.ro, values), en: filled(path.en, values) },
      })),
  );
}

function filled(path: string, values: Values): string {
  const rest = new URLSearchParams(Object.entries(values).filter(([name]) => !path.includes(`{${name}}`)));
  const own = path.replace(/\{([a-z]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return rest.size === 0 ? own : `${own}?${rest}`;
}
