/** What a day's callers ask a service for, in one mix: programs with keys, agents, people with browsers, and programs without a key. */
import type { Dataset } from '#data/store/dataset.ts';
import { companyCall, message } from '../agents.ts';
import type { Message } from '../load.ts';
import { type Meant, queryFor } from '../search-queries.ts';
import type { Kind } from './generator.ts';

/** Records of each kind that are asked for; those at the beginning more often than those at the end. */
export const SAMPLE = 4_000;

/** `companies`: the fiscal codes that are asked for. */
export async function mixOf(dataset: Dataset, companies: readonly string[]): Promise<Kind[]> {
  const procurement = dataset.partGroup('procurement');
  if (!procurement) throw new Error('The country has no procurement.');
  const firms = await dataset.db.all<Meant>(
    `select cui, name, locality, county, null as former from firm where cui in (${companies.join(',')})`,
  );
  const people = await dataset.db.all<{ name: string }>(
    `select name from person order by (rank * 7919) % 100003, rank limit ${SAMPLE}`,
  );
  const towns = await dataset.db.all<{ county: string; locality: string }>(
    'select county_slug as county, locality_slug as locality from listing group by 1, 2 order by count(*) desc, 1, 2 limit 60',
  );
  const notices = await procurement.all<{ notice: string; title: string; cpv: string }>(
    `select notice, title, substr(cpv, 1, 2) as cpv from notice order by notice desc limit ${SAMPLE}`,
  );
  const cuis = [...companies];
  const divisions = [...new Set(notices.map(({ cpv }) => cpv))].filter((cpv) => /^[0-9]{2}$/.test(cpv));
  const searched = ['exact name', '60 % typed or more', 'one edit'].flatMap((kind) =>
    firms.map((firm) => queryFor(kind, firm)).filter((text) => text !== null),
  );
  const found = (path: string, texts: readonly string[]) => texts.map((q) => `${path}?q=${encodeURIComponent(q)}`);
  const ofFirms = (tail: string): string[] => cuis.map((cui) => `/api/company/${cui}${tail}`);
  const pro = (name: string, share: number, paths: string[]): Kind => ({
    ...{ name, share, caller: 'pro', status: 200 },
    requests: paths.map((path) => ({ line: `GET ${path} HTTP/1.1`, headers: ['accept: application/json'] })),
  });
  const page = (name: string, share: number, paths: string[]): Kind => ({
    ...{ name, share, caller: 'visitor', status: 200 },
    requests: paths.map((path) => ({
      line: `GET ${path} HTTP/1.1`,
      headers: ['accept: text/html,application/xhtml+xml', 'sec-fetch-site: same-origin', 'sec-fetch-mode: navigate'],
    })),
  });
  const calls = (name: string, share: number, messages: Message[]): Kind => ({
    ...{ name, share, caller: 'agent', status: 200 },
    requests: messages.map(({ headers, body }) => ({ line: 'POST /mcp HTTP/1.1', headers, body })),
  });
  return [
    pro('look-up', 40, ofFirms('')),
    pro('financials', 8, ofFirms('/financials')),
    pro('search', 15, shuffled(found('/api/search', searched))),
    pro(
      'people',
      3,
      found(
        '/api/search/people',
        people.map(({ name }) => name),
      ),
    ),
    pro(
      'list of a town',
      4,
      towns.map(({ county, locality }) => `/api/firme/${county}/${locality}`),
    ),
    pro(
      'tender search',
      3,
      found(
        '/api/sicap/tenders/search',
        notices.map(({ title }) => longestWord(title)),
      ),
    ),
    pro('network', 2, ofFirms('/network')),
    pro(
      'analysis',
      1,
      divisions.map((cpv) => `/api/seap/cpv/${cpv}/analysis`),
    ),
    page('company page', 6, shuffled(cuis.flatMap((cui) => [`/firma/${cui}`, `/en/company/${cui}`]))),
    page('other pages', 4, [
      ...['/', '/licitatii', '/clasamente', '/curs', '/docs', '/preturi', '/en', '/en/tenders'],
      ...found('/cautare', searched.slice(0, 40)),
      ...towns.slice(0, 20).map(({ county }) => `/judet/${county}`),
      ...notices.slice(0, 20).map(({ notice }) => `/licitatie/${notice}`),
    ]),
    calls('agent: get_company', 6, cuis.map(companyCall)),
    calls(
      'agent: search',
      2,
      searched.slice(0, SAMPLE).map((query) => message('tools/call', { name: 'search', arguments: { query } })),
    ),
    calls('agent: tools/list', 2, [message('tools/list', {})]),
    { ...pro('offer of a price', 4, ofFirms('')), caller: 'stranger', status: 402 },
  ];
}

const longestWord = (title: string): string =>
  (title.match(/\p{L}{4,}/gu) ?? ['servicii']).toSorted((a, b) => b.length - a.length)[0] as string;

/** The same order in every run. */
const shuffled = (texts: readonly string[]): string[] =>
  texts
    .map((text, i) => ({ text, at: (i * 7919) % 100_003 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text);
