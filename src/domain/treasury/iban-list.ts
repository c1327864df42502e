/**
 * The accounts of all treasuries in little memory: the published lists have some three hundred thousand of them, but only two hundred
 * treasuries and some thousands of taxes. An account is a pair of these; its row is rendered when it is sent.
 */

import { createHash } from 'node:crypto';
import { type Language, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { TreasuryIban } from './treasury-iban.ts';

/** Three times the size of the published lists; bounds the memory for an invalid file. */
const ACCOUNTS_MAX = 1_000_000;

export type Unit = TreasuryIban['treasury'];
/** `padded`: as in an IBAN. */
export type Tax = Pick<TreasuryIban, 'account' | 'taxName' | 'taxNameEn' | 'budget'> & { padded: string };

export interface TreasuryList {
  units: readonly Unit[];
  taxes: readonly Tax[];
  /** Every account, as its index in the list. */
  all: Uint32Array;
  /** Of each account. */
  unitOf: Uint32Array;
  taxOf: Uint32Array;
  checkDigits: Uint8Array;
  isComputed: Uint8Array;
  /** The last day that all lists cover; null when one of them has no day. */
  asOf: string | null;
  /** Imported by the operator: complete, as published. */
  imported: boolean;
  /** Identifies the content. */
  digest: string;
}

/** Builds a list from accounts in their order, with one object for each unit and each tax; `done` ends it. */
export function treasuryList(imported: boolean) {
  const [units, taxes] = [numbering<Unit>(), numbering<Tax>()];
  const columns = { unit: [] as number[], tax: [] as number[], check: [] as number[], computed: [] as number[] };
  return {
    /** Its check digits are right. */
    add(iban: string, unit: Unit, tax: Tax, computed: boolean): void {
      if (columns.unit.length === ACCOUNTS_MAX) throw new Error(`The list has more than ${ACCOUNTS_MAX} accounts.`);
      columns.unit.push(units.of(unit));
      columns.tax.push(taxes.of(tax));
      columns.check.push(Number(iban.slice(2, 4)));
      columns.computed.push(Number(computed));
    },
    done(asOf: string | null): TreasuryList {
      const list = {
        units: units.all,
        taxes: taxes.all,
        all: Uint32Array.from(columns.unit, (_, account) => account),
        unitOf: Uint32Array.from(columns.unit),
        taxOf: Uint32Array.from(columns.tax),
        checkDigits: Uint8Array.from(columns.check),
        isComputed: Uint8Array.from(columns.computed),
      };
      const digest = createHash('sha1').update(JSON.stringify([list.units, list.taxes]));
      for (const column of [list.unitOf, list.taxOf, list.checkDigits, list.isComputed]) digest.update(column);
      return { ...list, asOf, imported, digest: digest.digest('base64url') };
    },
  };
}

function numbering<Thing>() {
  const all: Thing[] = [];
  const numbers = new Map<Thing, number>();
  return { all, of: (thing: Thing) => numbers.getOrInsertComputed(thing, () => all.push(thing) - 1) };
}

export function ibanOf({ units, taxes, unitOf, taxOf, checkDigits }: TreasuryList, account: number): string {
  const check = String(checkDigits[account]).padStart(2, '0');
  return `RO${check}TREZ${units[unitOf[account] ?? 0]?.code}${taxes[taxOf[account] ?? 0]?.padded}`;
}

/** Writes rows of the list as JSON (`TreasuryIban`): common units and taxes are serialized once. */
export function rowWriter(list: TreasuryList, language: Language): (account: number) => string {
  const units = list.units.map((unit) => JSON.stringify(unit));
  const taxes = list.taxes.map(({ padded: _, ...tax }) => JSON.stringify(tax).slice(1, -1));
  const evidence = [
    '"valid":true,"evidence":"published","warning":null',
    `"valid":true,"evidence":"computed","warning":${JSON.stringify(translate(messages.treasury.computedIban(), language))}`,
  ];
  return (account) =>
    `{"iban":"${ibanOf(list, account)}","treasury":${units[list.unitOf[account] ?? 0]},${taxes[list.taxOf[account] ?? 0]},${evidence[list.isComputed[account] ?? 0]}}`;
}
