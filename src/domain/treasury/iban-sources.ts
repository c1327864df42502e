/** Accounts of the State Treasury for paying taxes: the shipped ones, or the operator's import. */
import { findCounty } from '#lib/values/county.ts';
import { parseIban, treasuryAccountOf } from '#lib/values/iban.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { type Tax, type TreasuryList, treasuryList, type Unit } from './iban-list.ts';

/** By the account as in an IBAN. */
const shippedTaxes = new Map(
  readReference<'symbol' | 'iban_account' | 'name_ro' | 'name_en' | 'budget'>('treasury-accounts.tsv').map((row) => {
    const padded = row.iban_account.padEnd(13, 'X');
    const tax: Tax = { account: row.symbol, padded, taxName: row.name_ro, taxNameEn: row.name_en, budget: row.budget };
    return [padded, tax];
  }),
);

export function shippedList(): TreasuryList {
  const units = new Map(
    readReference<'code' | 'name' | 'locality' | 'county_name'>('treasury.tsv').map(
      ({ code, name, locality, county_name: county }) => [code, { code, name, locality, county }],
    ),
  );
  const list = treasuryList(false);
  for (const { iban, evidence } of readReference<'iban' | 'evidence'>('treasury-ibans.tsv')) {
    const parts = parseIban(iban) === null ? null : treasuryAccountOf(iban);
    const [unit, tax] = [units.get(parts?.treasury ?? ''), shippedTaxes.get(parts?.account ?? '')];
    if (!unit || !tax) throw new Error(`The list has a wrong IBAN, or one of an unknown treasury or account: ${iban}.`);
    list.add(iban, unit, tax, evidence !== 'published');
  }
  return list.done(null);
}

export interface ImportedIban {
  /** With right check digits: others are not imported. */
  iban: string;
  treasury: { code: string; name: string; locality: string | null; county: string };
  /** Padded with X, as in the IBAN. */
  account: string;
  taxName: string;
  asOf: string | null;
}

/** Batch after batch, so that a list of the whole country is never in memory as records. */
export async function importedList(
  batches: AsyncIterable<readonly ImportedIban[]> | Iterable<readonly ImportedIban[]>,
): Promise<TreasuryList> {
  const list = treasuryList(true);
  const [units, taxes] = [new Map<string, Unit>(), new Map<string, Tax>()];
  // The earliest of the lists' days, which all of them cover. Undefined before the first.
  let oldest: string | null | undefined;
  for await (const batch of batches) {
    for (const { iban, treasury, account, taxName, asOf } of batch) {
      const { code, name, locality, county } = treasury;
      const unit = units.getOrInsertComputed([code, name, locality, county].join('\n'), () => ({
        ...treasury,
        county: findCounty(county)?.name ?? county,
      }));
      const tax = taxes.getOrInsertComputed(`${account}\n${taxName}`, () => importedTax(account, taxName));
      list.add(iban, unit, tax, false);
      if (oldest === undefined || asOf === null || (oldest !== null && asOf < oldest)) oldest = asOf;
    }
  }
  return list.done(oldest ?? null);
}

function importedTax(padded: string, taxName: string): Tax {
  const same = shippedTaxes.get(padded);
  return {
    account: same?.account ?? padded.replace(/X+(?:TVA)?$/, ''),
    padded,
    taxName,
    taxNameEn: same?.taxNameEn ?? null,
    budget: same?.budget ?? budgetOf(padded),
  };
}

/** The first digits of an account name its budget; only these two are certain. */
const budgetOf = (account: string): string | null =>
  account.startsWith('20') ? 'state' : account.startsWith('21') ? 'local' : null;
