/** Accounts of the State Treasury for paying taxes: those that ship with the code, or those that the operator brought in. */
import { type Static, Type } from 'typebox';
import { findCounty } from '#base/county.ts';
import { parseIban } from '#base/iban.ts';
import { readReference } from '#base/reference.ts';
import { closed, oneOf, orNull } from '#base/schema.ts';

const Treasury = Type.Object(
  {
    code: Type.String({ description: 'Three digits, as in `TREZ002`.' }),
    name: Type.String({ description: 'Name of the unit.' }),
    locality: orNull(Type.String(), 'The town it serves first; null for a county’s own unit.'),
    county: Type.String({ description: 'County.' }),
  },
  { ...closed, title: 'Treasury', description: 'The unit of the State Treasury that holds the account.' },
);

export const TreasuryIban = Type.Object(
  {
    iban: Type.String({ description: 'The IBAN, 24 characters.' }),
    treasury: Treasury,
    account: Type.String({
      description: 'Symbol of the account: `20A100101` takes VAT, `5503` is the single account.',
    }),
    taxName: Type.String({ description: 'What is paid into it, in Romanian.' }),
    taxNameEn: orNull(Type.String(), 'The same in English; null when we have no translation.'),
    budget: orNull(
      Type.String(),
      'Budget that it belongs to: `state`, `state+social`, `local` …; null when not known.',
    ),
    valid: Type.Boolean({ description: 'Whether the check digits are right (ISO 7064, modulo 97).' }),
    evidence: oneOf(
      ['published', 'computed'],
      '`published`: read in a published list. `computed`: made by the published rule from treasury and account.',
    ),
    warning: orNull(Type.String(), 'What to see to before paying; null for published ones.'),
  },
  { ...closed, title: 'TreasuryIban', description: 'An account for paying a tax.' },
);

export type TreasuryIban = Static<typeof TreasuryIban>;

export interface TreasuryList {
  accounts: readonly TreasuryIban[];
  /** The day it speaks of; null when nobody wrote it down. */
  asOf: string | null;
  /** Brought in by the operator: complete, as published. */
  imported: boolean;
}

const COMPUTED = 'Computed, not read in a published list: check it with the tax office before you pay.';

interface Account {
  taxName: string;
  taxNameEn: string;
  budget: string;
}

/** By symbol, and by the account as it stands in an IBAN. */
const known = new Map<string, Account & { symbol: string }>();
for (const row of readReference<'symbol' | 'iban_account' | 'name_ro' | 'name_en' | 'budget'>(
  'treasury-accounts.tsv',
)) {
  const account = { symbol: row.symbol, taxName: row.name_ro, taxNameEn: row.name_en, budget: row.budget };
  known.set(row.symbol, account).set(row.iban_account.padEnd(13, 'X'), account);
}

export function shippedList(): TreasuryList {
  const units = new Map(
    readReference<'code' | 'name' | 'locality' | 'county_name'>('treasury.tsv').map((row) => [row.code, row]),
  );
  const rows = readReference<'treasury' | 'symbol' | 'iban' | 'evidence'>('treasury-ibans.tsv');
  const accounts = rows.map(({ treasury, symbol, iban, evidence }): TreasuryIban => {
    const [unit, account] = [units.get(treasury), known.get(symbol)];
    if (!unit || !account) throw new Error(`The list of IBANs names an unknown treasury or account: ${iban}.`);
    const computed = evidence !== 'published';
    return {
      iban,
      treasury: { code: treasury, name: unit.name, locality: unit.locality, county: unit.county_name },
      account: symbol,
      taxName: account.taxName,
      taxNameEn: account.taxNameEn,
      budget: account.budget,
      valid: parseIban(iban) !== null,
      evidence: computed ? 'computed' : 'published',
      warning: computed ? COMPUTED : null,
    };
  });
  return { accounts, asOf: null, imported: false };
}

export interface ImportedIban {
  iban: string;
  treasury: { code: string; name: string; locality: string | null; county: string };
  /** Filled up with X, as it stands in the IBAN. */
  account: string;
  taxName: string;
  asOf: string | null;
}

export function importedList(records: readonly ImportedIban[]): TreasuryList {
  const accounts = records.map(({ iban, treasury, account, taxName }): TreasuryIban => {
    const same = known.get(account);
    return {
      iban,
      treasury: { ...treasury, county: findCounty(treasury.county)?.name ?? treasury.county },
      account: same?.symbol ?? account.replace(/X+(?:TVA)?$/, ''),
      taxName,
      taxNameEn: same?.taxNameEn ?? null,
      budget: same?.budget ?? budgetOf(account),
      valid: parseIban(iban) !== null,
      evidence: 'published',
      warning: null,
    };
  });
  const days = records.flatMap(({ asOf }) => asOf ?? []);
  return { accounts, asOf: days.toSorted().at(-1) ?? null, imported: true };
}

/** The first digits of an account name its budget; only these two are sure. */
const budgetOf = (account: string): string | null =>
  account.startsWith('20') ? 'state' : account.startsWith('21') ? 'local' : null;
