/** Whether a list is asked for as a table: `format` in the address wins over Accept. */
import { FORMAT, formats, type TableFormat, tableFormats, tableTypes } from '#api/tables/format.ts';
import { qualityOf } from './negotiate.ts';
import { valueInQuery } from './query-value.ts';

/** `named`: the address says it, and Accept is not asked any more. */
export interface RequestedFormat {
  table: TableFormat | null;
  named: boolean;
}

const JSON_TYPE = 'application/json';
/** Who takes any text can read CSV, and nothing else of ours. */
const RANGES: Record<TableFormat, string[]> = { csv: ['text/*'], xlsx: [] };

const AS_JSON: RequestedFormat = { table: null, named: false };

export function requestedFormat(query: string, accept: string | undefined): RequestedFormat {
  const named = query === '' ? null : formatInQuery(query);
  if (named !== null) return { table: named === 'json' ? null : named, named: true };
  if (accept === undefined || !/csv|spreadsheetml|text\/\*/i.test(accept)) return AS_JSON;
  const wishes = tableFormats.map((format) => ({
    format,
    q: qualityOf(accept, tableTypes[format], ...RANGES[format]),
  }));
  const [best] = wishes.toSorted((a, b) => b.q - a.q);
  // Who likes JSON as much gets JSON; by `*/*` alone it is liked only where it is liked more.
  if (!best || best.q === 0 || qualityOf(accept, JSON_TYPE) >= best.q || qualityOf(accept, JSON_TYPE, '*/*') > best.q)
    return AS_JSON;
  return { table: best.format, named: false };
}

/** Null where the address names none, or one that we do not have: whoever reads the parameters says so. */
function formatInQuery(query: string): (typeof formats)[number] | null {
  const asked = valueInQuery(query, FORMAT);
  return formats.find((one) => one === asked) ?? null;
}
