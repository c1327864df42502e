/**
 * Contracts and purchases as analyses count them, over both parts. Rows of the older part that the newer one replaces are counted and
 * taken back: that way the large part is read straight from its index, and only the few replaced rows are looked up.
 */
import type { Value } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import { Conditions } from './conditions.ts';
import { type DayRange, inDays } from './filters.ts';

/** A table whose rows are deals, in words that all of them share. */
interface Source {
  /** Whether lists by CPV walk it, so that there are indexes by the first digits and the day. */
  listed: boolean;
  table: 'purchase' | 'award' | 'contract' | 'contract_supplier';
  /** What counts: an ordinary contract, an accepted purchase. */
  only: string;
  value: string;
  key: string;
  of: string;
}

export const sources = {
  purchase: { listed: true, table: 'purchase', only: "state = 'accepted'", value: 'value', key: 'key', of: 'purchase' },
  award: { listed: true, table: 'award', only: '1 = 1', value: 'value', key: 'key', of: 'award' },
  contract: {
    listed: true,
    table: 'contract',
    only: "kind = 'contract'",
    value: 'value_ron',
    key: 'key',
    of: 'contract',
  },
  /** A contract by its suppliers: the shares of a consortium sum up to its value. */
  share: {
    listed: false,
    table: 'contract_supplier',
    only: "kind = 'contract'",
    value: 'value_share',
    key: 'contract',
    of: 'contract',
  },
} satisfies Record<string, Source>;

export interface Scope extends DayRange {
  /** First digits of a CPV code. */
  cpv: string;
  /** Folded; only shares have it. */
  city?: string | undefined;
}

/** `from` these rows: each with `sign`, and `columns`. */
export interface Deals {
  text: string;
  params: Value[];
}

/** Conditions go through one list of parameters: the same filters in every arm. */
export function dealsOf({ manifest }: Dataset, source: Source, columns: string, scope: Scope): Deals {
  const conditions = (source.listed ? onDays(scope) : within(scope)).add(source.only);
  if (scope.city !== undefined) conditions.add('city_folded = ?', scope.city);
  const idOf = (name: string): string | null => manifest.parts.find((part) => part.name === name)?.id ?? null;
  const [past, recent] = [idOf('procurement'), idOf('recent')];
  const arm = (part: string, sign: number, and = ''): string =>
    `select ${columns}, ${source.value} as value, ${sign} as sign from ${part}.${source.table} ${conditions.where}${and}`;
  const arms = [
    ...(past ? [arm(past, 1)] : []),
    ...(recent ? [arm(recent, 1)] : []),
    ...(past && recent ? [arm(past, -1, ` and ${source.key} in (select key from ${recent}.${source.of})`)] : []),
  ];
  return { text: `(${arms.join(' union all ')})`, params: conditions.params };
}

/** One and two digits have their sums made with the parts: of whole months, of parties, of values. */
export const SUMMED_DIGITS = 2;

/**
 * Of one or two digits only the days at the ends of a range are read row by row, along the index of lists: through that of the codes
 * all days would pass.
 */
export const onDays = ({ cpv, ...days }: Scope): Conditions =>
  cpv.length > SUMMED_DIGITS || days.dateFrom === undefined || days.dateTo === undefined
    ? within({ cpv, ...days })
    : inDays(new Conditions().add(`substr(cpv, 1, ${cpv.length}) = ?`, cpv), days);

/** `column`: where the code stands, or its first digits. */
export function within({ cpv, ...days }: Scope, column = 'cpv'): Conditions {
  const conditions = new Conditions();
  if (cpv.length === 8) conditions.add(`${column} = ?`, cpv);
  else conditions.add(`${column} >= ? and ${column} < ?`, cpv, `${cpv}:`); // the colon comes after 9
  return inDays(conditions, days);
}
