/** The market as a whole: who there is, who came and went, what they make. */

import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { isLoaded } from '#api/provenance.ts';
import { type Dataset, snapshotDays } from '#data/store/dataset.ts';
import { findCounty } from '#lib/values/county.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { messages } from '#locales/messages.ts';
import { titleAbove } from './activities.ts';
import { answerCache } from './answer-cache.ts';
import { computedMeta, type StatisticsContext } from './context.ts';
import { type Count, Market, type Month } from './market-shape.ts';
import { type MarketCount, marketCounts, nationalYears } from './market-table.ts';
import { marketYearOf } from './market-year.ts';

/** Ten years of months: older ones say little of today's market. */
const MONTHS_SHOWN = 120;

const written = answerCache('getMarket', Market);

export const market = (needs: StatisticsContext) =>
  endpoint({
    path: '/api/statistica',
    access: 'pro+x402',
    price: 'list',
    fresh: '24h',
    title: { en: 'The market in numbers', ro: 'Piața în cifre' },
    about: {
      en: 'Registrations by status, legal form, county and section; registrations and strike-offs by month, each with its coverage; turnover, profit and employees by year. Counted over the trade registry: entities outside it (town halls, associations) are not included. Impossible numbers of employees (more than 200,000 in one filing) are omitted.',
      ro: 'Înregistrări după stare, formă juridică, județ și secțiune; înmatriculări și radieri pe luni, fiecare cu ce acoperă; cifra de afaceri, profit și salariați pe ani. Numărate din registrul comerțului: entitățile din afara lui (primării, asociații) nu intră. Numărul de salariați imposibil (peste 200.000 într-o depunere) este exclus.',
    },
    data: Market,
    examples: [{ title: { en: 'The whole market', ro: 'Toată piața' } }],
    async handle(_, { dataset }) {
      if (!isLoaded(dataset, 'search'))
        throw new ApiError('SOURCE_NOT_LOADED', messages.operations.registryNotLoaded());
      return { data: await written(dataset, null, () => marketOf(dataset, needs)), meta: computedMeta(dataset) };
    },
  });

async function marketOf(dataset: Dataset, needs: StatisticsContext): Promise<Market> {
  const { db, manifest } = dataset;
  const asOf = manifest.parts.find((part) => part.name === 'registry')?.asOf ?? null;
  const shown = monthsUpTo((asOf ?? manifest.createdAt).slice(0, 7));
  const [rows, years, { status }] = await Promise.all([
    marketCounts(db, shown[0] ?? ''),
    isLoaded(dataset, 'rankings') ? nationalYears(db) : null,
    needs.names(dataset),
  ]);
  const of = (kind: string): MarketCount[] => rows.filter((row) => row.kind === kind);
  const counted = (kind: string, labelOf: (value: string) => string | null): Count[] =>
    of(kind)
      .map(({ value, companies, active }) => ({
        ...(value === '' ? { value: null, label: null } : { value, label: labelOf(value) }),
        companies,
        active,
      }))
      .toSorted(
        (a, b) =>
          Number(a.value === null) - Number(b.value === null) ||
          b.companies - a.companies ||
          inRomanian(a.label ?? a.value ?? '', b.label ?? b.value ?? ''),
      );
  const [all = { companies: 0, active: 0 }] = of('all');
  const registered = new Map(of('registered').map(({ value, companies }) => [value, companies]));
  // Where nothing tells up to which day the registry goes, a month behind the last registration is not one without any.
  const last = asOf === null ? ([...registered.keys()].sort().at(-1) ?? '') : (shown.at(-1) ?? '');
  const months = shown.filter((month) => month <= last);
  const [observed = { companies: 0 }] = of('observed');
  return {
    asOf,
    companies: {
      total: all.companies,
      active: all.active,
      byStatus: counted('status', status),
      byLegalForm: counted('legalForm', formName),
      byCounty: counted('county', (slug) => findCounty(slug)?.name ?? null),
      bySection: counted('section', sectionTitle),
    },
    registrations: {
      months: months.map((month) => ({ month, companies: registered.get(month) ?? 0 })),
      coverage: { known: all.companies - (registered.get('') ?? 0), of: all.companies },
    },
    strikeOffs: {
      changeLog: strikeOffsByChangeLog(snapshotDays(manifest), of('struckOff')),
      taxAuthority:
        observed.companies === 0
          ? null
          : {
              months: oldestFirst(of('deregistered')),
              coverage: { observed: observed.companies, of: all.companies },
            },
    },
    years: years?.map(marketYearOf) ?? null,
  };
}

const legalForms = new Map(
  readReference<'code' | 'name_ro'>('legal-forms.tsv').map(({ code, name_ro }) => [code, name_ro]),
);

/** Grades of cooperatives are numbered: `OC1`. */
const formName = (form: string): string | null => legalForms.get(form.replace(/(?<![0-9])[0-9]+$/, '')) ?? null;

function monthsUpTo(last: string): string[] {
  const [year = 0, month = 0] = last.split('-').map(Number);
  return Array.from({ length: MONTHS_SHOWN }, (_, i) =>
    new Date(Date.UTC(year, month - MONTHS_SHOWN + i, 1)).toISOString().slice(0, 7),
  );
}

const oldestFirst = (rows: readonly MarketCount[]): Month[] =>
  rows.map(({ value, companies }) => ({ month: value, companies })).toSorted((a, b) => (a.month < b.month ? -1 : 1));

function sectionTitle(value: string): string | null {
  const [revision = '', section = ''] = value.split(':');
  return titleAbove('section', revision, section);
}

function strikeOffsByChangeLog(
  days: readonly string[],
  seen: readonly MarketCount[],
): Market['strikeOffs']['changeLog'] {
  const [from, to] = [days[0], days.at(-1)];
  if (days.length < 2 || from === undefined || to === undefined) return null;
  const counts = new Map(seen.map(({ value, companies }) => [value, companies]));
  const months = new Map<string, { month: string; since: string; companies: number }>();
  for (const [i, day] of days.entries()) {
    const since = days[i - 1];
    if (since === undefined) continue;
    const month = day.slice(0, 7);
    months.getOrInsert(month, { month, since, companies: 0 }).companies += counts.get(day) ?? 0;
  }
  return { months: [...months.values()], coverage: { from, to, snapshots: days.length } };
}
