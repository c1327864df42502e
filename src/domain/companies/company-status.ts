/** The status of a company: from all of its registry codes (meanings: reference/company-status.tsv), and combined with the tax authority's state. */

import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { CompanyStatus } from '#lib/schema/company-state.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { fold } from '#lib/values/text.ts';
import type { StatusChangeRow } from './facts.ts';

export interface StatusFacts {
  /** The deciding code: struck off, then bankruptcy, then any code that ends operating, then operating. */
  code: string | null;
  active: boolean | null;
  insolvency: boolean | null;
  dissolution: boolean | null;
  suspended: boolean | null;
  struckOff: boolean | null;
}

export const STRUCK_OFF = '1084';
const BANKRUPTCY = '1070';
const OPERATING = '1048';

const effects = new Map(readReference<'code' | 'effect'>('company-status.tsv').map((row) => [row.code, row.effect]));
/** Codes that end operating, for a while or for good. */
const ENDING: ReadonlySet<string> = new Set(
  effects.entries().flatMap(([code, effect]) => (effect === 'not_operating' || effect === 'suspended' ? [code] : [])),
);
const INSOLVENCY = new Set(['1057', '1070', '1107', '1139']);
const DISSOLUTION = new Set(['1049', '1052']);
const SUSPENDED = new Set(['1074', '1117']);

/** `labelOf` reads the registry's nomenclature: most codes have no meaning but their label. */
export function statusFacts(codes: readonly string[], labelOf: (code: string) => string | null): StatusFacts {
  if (codes.length === 0)
    return { code: null, active: null, insolvency: null, dissolution: null, suspended: null, struckOff: null };
  const means = (code: string, known: ReadonlySet<string>, word: RegExp): boolean =>
    known.has(code) || word.test(fold(labelOf(code) ?? ''));
  const ends = (code: string): boolean => ENDING.has(code);
  const deciding =
    codes.find((code) => code === STRUCK_OFF) ??
    codes.find((code) => code === BANKRUPTCY) ??
    codes.find(ends) ??
    codes.find((code) => code === OPERATING) ??
    codes[0] ??
    null;
  return {
    code: deciding,
    active: codes.includes(OPERATING) && !codes.some(ends),
    insolvency: codes.some((code) => means(code, INSOLVENCY, /insolv|faliment|reorganizare judiciara/)),
    dissolution: codes.some((code) => means(code, DISSOLUTION, /dizolvare|lichidare/)),
    suspended: codes.some((code) => means(code, SUSPENDED, /suspend|intrerupere temporara/)),
    struckOff: codes.includes(STRUCK_OFF),
  };
}

/** Day of the snapshot in which a current status last appeared; null when the first snapshot already has it. */
export function statusSince(code: string, changes: readonly StatusChangeRow[]): string | null {
  const has = (codes: string | null): boolean => codes?.split(',').includes(code) ?? false;
  const days = changes.flatMap(({ day, before, after }) => (has(after) && !has(before) ? day : []));
  return days.toSorted().at(-1) ?? null;
}

/** The graver of both states. Null when the registry has no status and the tax authority was never queried. */
export function joinedStatus(registry: StatusFacts | null, record: FiscalRecord | null): CompanyStatus | null {
  const state = stateOf(record);
  if (registry?.struckOff || state === 'struckOff') return 'struckOff';
  if (registry?.insolvency) return 'insolvency';
  if (registry?.dissolution || state === 'dissolution') return 'dissolution';
  if (registry?.suspended || state === 'suspended') return 'suspended';
  if (record?.inactive) return 'inactive';
  const operating = registry?.active ?? (state === null ? null : true);
  return operating === null ? null : operating ? 'operating' : 'notOperating';
}

/** The tax authority writes `RADIERE din data …`, `DIZOLVARE …`, `SUSPENDARE ACTIVITATE …`, `INREGISTRAT …`. */
function stateOf(record: FiscalRecord | null): 'struckOff' | 'dissolution' | 'suspended' | 'registered' | null {
  if (!record?.registrationState) return null;
  const words = fold(record.registrationState);
  if (/^(radiere|radiat)/.test(words)) return 'struckOff';
  if (/^(dizolvare|lichidare)/.test(words)) return 'dissolution';
  return words.startsWith('suspendare') ? 'suspended' : 'registered';
}

export const activeByTaxAuthority = (record: FiscalRecord | null): boolean | null => {
  const state = stateOf(record);
  return state === null ? null : state === 'registered';
};
