/** The import format of outstanding tax debts, which no open source publishes: UTF-8, `;`, with a header. */

import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { parseCui } from '#lib/values/cui.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseBani } from '#lib/values/money.ts';

export interface TaxDebtRecord {
  cui: string;
  /** Bani. */
  total: number;
  asOf: Day;
}

const shape = namedColumns(
  [';'],
  { cui: 'CUI', total: 'TOTAL_LEI', asOf: 'AS_OF' },
  {},
  (cells, at): TaxDebtRecord | Refusal => {
    const cui = parseCui(cells[at.cui] ?? '');
    if (cui === null) return new Refusal('unreadable fiscal code', cells[at.cui] ?? '');
    const total = parseBani(cells[at.total] ?? '');
    if (total === null || total < 0) return new Refusal('unreadable amount', cells[at.total] ?? '');
    const asOf = parseRomanianDay(cells[at.asOf] ?? '');
    return asOf === null ? new Refusal('unreadable day', cells[at.asOf] ?? '') : { cui, total, asOf };
  },
);

export const readTaxDebts = (input: Input): AsyncIterable<Batch<TaxDebtRecord>> => readTable(input, shape);
