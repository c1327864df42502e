/** Random requests from the declarations that may be expensive: words, codes, days, amounts and localities with many matches, or with few of many. */
import type { TObject } from 'typebox';
import type { Operation } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { pick, type Random } from '#demo-country/random.ts';

export interface Question {
  operation: Operation;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Values by parameter name; other parameters are drawn from their schemas. */
export type Values = Record<string, readonly string[]>;

const DAYS = ['2007-01-01', '2015-06-01', '2024-01-01', '2025-03-05', '2025-03-06', '2026-11-14', '2030-01-01'];
const WORDS = [
  'a',
  's',
  'de',
  'sc',
  'srl',
  'servicii',
  'a b',
  'de la',
  'a b c d e f g h',
  'ion popescu',
  'popescu i',
  'constr',
];
const LONG = [
  Array(66).fill('ab').join(' '),
  'x'.repeat(200),
  Array(100).fill('a').join(' '),
  'servicii de reparare și întreținere a autovehiculelor',
];

/** The most frequent values of this country. */
export async function telling({ db, ...dataset }: Dataset): Promise<Values> {
  const bought = dataset.partGroup('procurement');
  const column = async (from: typeof db | null, sql: string): Promise<string[]> =>
    from === null ? [] : (await from.all<{ value: unknown }>(sql)).map(({ value }) => String(value));
  const cuis = [
    ...(await column(
      bought,
      'select authority_id as value from purchase where authority_id > 0 group by 1 order by count(*) desc limit 3',
    )),
    ...(await column(
      bought,
      'select supplier_id as value from contract_supplier where supplier_id > 0 group by 1 order by count(*) desc limit 3',
    )),
    ...(await column(db, 'select cui as value from listing where cui is not null order by rank limit 3')),
  ];
  return {
    cui: cuis,
    authorityCui: cuis.slice(0, 2),
    q: [...WORDS, ...LONG],
    cpv: ['4', '45', '452', '4521', '45210000', '9', '30', '3019', '1', '99'],
    from: [...DAYS, 'EUR'],
    to: [...DAYS, 'USD'],
    dateFrom: DAYS,
    dateTo: DAYS,
    deadlineFrom: DAYS,
    minValue: ['0', '123456.78', '99999999', '1000000'],
    maxValue: ['0', '123456.79', '100000000', '1000001', '10000000000000'],
    county: ['cluj', 'bucuresti', 'vaslui'],
    judet: ['bucuresti', 'cluj', 'vaslui'],
    oras: await column(db, 'select locality_slug as value from listing group by 1 order by count(*) desc limit 3'),
    supplierCity: ['bucuresti', 'Cluj-Napoca', 'nicaieri'],
    id: await column(db, 'select id as value from person order by rank limit 3'),
    notice: await column(bought, 'select notice as value from notice order by day desc limit 2'),
    number: await column(
      bought,
      'select number as value from contract where number is not null group by number order by count(*) desc limit 3',
    ),
    code: ['4711', '6210', '4120'],
    caen: ['4711', '41', '6210'],
    value: ['cluj', '4711'],
    year: ['2025', '2019', '2024'],
    amount: ['1', '99999999.99'],
  };
}

/** Draws one request with a random choice of the optional parameters. */
export function drawn(operation: Operation, values: Values, next: Random): Question {
  const { declaration } = operation;
  const of = (schema: unknown, isOptional: boolean): Record<string, string> => {
    const { properties = {}, required = [] } = (schema ?? {}) as TObject;
    const chosen: Record<string, string> = {};
    for (const [name, property] of Object.entries(properties)) {
      if (name === 'cursor' || (isOptional && !(required as readonly string[]).includes(name) && next() < 0.5))
        continue;
      const value = drawnValue(name, property as Property, values, next);
      if (value !== undefined) chosen[name] = value;
    }
    return chosen;
  };
  const cuis = values.cui ?? [];
  return {
    operation,
    params: of(declaration.params, false),
    query: of(declaration.query, true),
    body: declaration.body ? { cuis: Array.from({ length: 100 }, (_, i) => cuis[i % cuis.length] ?? '1') } : undefined,
  };
}

interface Property {
  type?: string;
  enum?: string[];
  anyOf?: { const?: string }[];
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

function drawnValue(name: string, schema: Property, values: Values, next: Random): string | undefined {
  const named = values[name];
  if (named && named.length > 0) return pick(named, next());
  if (schema.type === 'boolean') return pick(['true', 'false'], next());
  const { maximum, minimum } = schema;
  if (maximum !== undefined) return String(pick([maximum, minimum ?? 0, Math.floor(maximum / 2)], next()));
  const choices = schema.enum ?? schema.anyOf?.flatMap((each) => each.const ?? []);
  return choices && choices.length > 0 ? pick(choices, next()) : undefined;
}

export const addressOf = ({ operation, params, query }: Question): string => {
  const path = operation.declaration.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const requested = new URLSearchParams(query).toString();
  return requested === '' ? path : `${path}?${requested}`;
};
