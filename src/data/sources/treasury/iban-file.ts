/** This project's format for the accounts of all treasuries, built from the published pages and lists: UTF-8, `;`, with a header. */

import { text } from '#data/sources/cells.ts';
import { namedColumns } from '#data/sources/columns.ts';
import type { Input } from '#data/sources/lines.ts';
import { type Batch, Refusal, readTable } from '#data/sources/text-table.ts';
import { type Day, parseRomanianDay } from '#lib/values/date.ts';
import { parseIban, treasuryAccountOf } from '#lib/values/iban.ts';

export interface TreasuryIbanRecord {
  iban: string;
  treasury: { code: string; name: string; locality: string | null; county: string };
  account: string;
  taxName: string;
  asOf: Day | null;
}

const shape = namedColumns(
  [';'],
  { iban: 'IBAN', treasuryName: 'TREASURY_NAME', county: 'COUNTY', taxName: 'TAX_NAME' },
  { locality: 'LOCALITY', asOf: 'AS_OF' },
  (cells, at): TreasuryIbanRecord | Refusal => {
    const iban = parseIban(cells[at.iban] ?? '');
    const parts = iban && treasuryAccountOf(iban);
    if (!iban || !parts) return new Refusal('no IBAN of a treasury', cells[at.iban] ?? '');
    const [name, county, taxName] = [text(cells[at.treasuryName]), text(cells[at.county]), text(cells[at.taxName])];
    if (name === null || county === null || taxName === null) return new Refusal('empty name', iban);
    return {
      iban,
      treasury: { code: parts.treasury, name, locality: text(cells[at.locality]), county },
      account: parts.account,
      taxName,
      asOf: parseRomanianDay(cells[at.asOf] ?? ''),
    };
  },
);

export const readTreasuryIbans = (input: Input): AsyncIterable<Batch<TreasuryIbanRecord>> => readTable(input, shape);

export function* treasuryIbanLines(records: Iterable<TreasuryIbanRecord>): Generator<string> {
  yield 'iban;treasury_name;locality;county;tax_name;as_of\n';
  for (const { iban, treasury, taxName, asOf } of records) {
    const cells = [iban, treasury.name, treasury.locality ?? '', treasury.county, taxName, asOf ?? ''];
    yield `${cells.map((cell) => cell.replaceAll(';', ',')).join(';')}\n`;
  }
}
