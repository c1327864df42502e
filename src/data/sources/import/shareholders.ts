/** The import format of shareholders, which no open source publishes: UTF-8, `;`, with a header. */

import { text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { parseCui } from '#lib/values/cui.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseBani } from '#lib/values/money.ts';

export interface ShareholderRecord {
  cui: string;
  kind: 'person' | 'company';
  name: string;
  /** Of a holder that is a company; null for persons and for companies abroad. */
  holderCui: string | null;
  /** Of a holder abroad, as the list states it. */
  country: string | null;
  /** Hundredths of a percent. */
  percent: number | null;
  since: Day | null;
  /** Birth data is here only to be hashed. */
  birthDate: string | null;
  birthPlace: string | null;
}

const shape = namedColumns(
  [';'],
  { cui: 'CUI', kind: 'HOLDER_KIND', name: 'HOLDER_NAME' },
  {
    holderCui: 'HOLDER_CUI',
    country: 'HOLDER_COUNTRY',
    percent: 'PERCENT',
    since: 'SINCE',
    birthDate: 'BIRTH_DATE',
    birthPlace: 'BIRTH_PLACE',
  },
  (cells, at): ShareholderRecord | Refusal => {
    const cui = parseCui(cells[at.cui] ?? '');
    if (cui === null) return new Refusal('unreadable fiscal code', cells[at.cui] ?? '');
    const kind = text(cells[at.kind]);
    if (kind !== 'person' && kind !== 'company') return new Refusal('unknown kind of holder', kind ?? '');
    const name = text(cells[at.name]);
    if (name === null) return new Refusal('holder without a name', cui);
    const percent = parsePercent(cells[at.percent]);
    if (percent === undefined) return new Refusal('unreadable percentage', cells[at.percent] ?? '');
    const birthDate = text(cells[at.birthDate]);
    return {
      cui,
      kind,
      name,
      holderCui: parseCui(cells[at.holderCui] ?? ''),
      country: text(cells[at.country]),
      percent,
      since: parseRomanianDay(cells[at.since] ?? ''),
      birthDate: birthDate && (parseRomanianDay(birthDate) ?? birthDate),
      birthPlace: text(cells[at.birthPlace]),
    };
  },
);

export const readShareholders = (input: Input): AsyncIterable<Batch<ShareholderRecord>> => readTable(input, shape);

const WHOLE = 10_000;

/** `33.33` → 3333; null when empty, undefined when it is no share of a whole. */
function parsePercent(cell: string | undefined): number | null | undefined {
  if (text(cell) === null) return null;
  const hundredths = parseBani(cell ?? '');
  return hundredths !== null && hundredths >= 0 && hundredths <= WHOLE ? hundredths : undefined;
}
