/** Registry statuses: several codes per firm, decided on the whole set. Meanings: reference/company-status.tsv. */
import { readReference } from '#lib/values/reference-tables.ts';
import { fold } from '#lib/values/text.ts';
import type { StatusChangeRow } from './facts.ts';

export interface StatusFacts {
  /** The code that decides: struck off, then bankruptcy, then whatever ends operating, then operating. */
  code: string | null;
  active: boolean | null;
  insolvency: boolean | null;
  dissolution: boolean | null;
  suspended: boolean | null;
  struckOff: boolean | null;
}

export const STRUCK_OFF = '1084';
const BANKRUPTCY = '1070';
export const OPERATING = '1048';

const effects = new Map(readReference<'code' | 'effect'>('company-status.tsv').map((row) => [row.code, row.effect]));
/** Codes that end operating, for a while or for good. */
export const ENDING: ReadonlySet<string> = new Set(
  effects.entries().flatMap(([code, effect]) => (effect === 'not_operating' || effect === 'suspended' ? [code] : [])),
);
const INSOLVENCY = new Set(['1057', '1070', '1107', '1139']);
const DISSOLUTION = new Set(['1049', '1052']);
const SUSPENDED = new Set(['1074', '1117']);

/** `labelOf` reads the registry's own nomenclature: most codes have no meaning but their label. */
export function statusFacts(codes: readonly string[], labelOf: (code: string) => string | null): StatusFacts {
  if (codes.length === 0)
    return { code: null, active: null, insolvency: null, dissolution: null, suspended: null, struckOff: null };
  const says = (code: string, known: ReadonlySet<string>, word: RegExp): boolean =>
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
    insolvency: codes.some((code) => says(code, INSOLVENCY, /insolv|faliment|reorganizare judiciara/)),
    dissolution: codes.some((code) => says(code, DISSOLUTION, /dizolvare|lichidare/)),
    suspended: codes.some((code) => says(code, SUSPENDED, /suspend|intrerupere temporara/)),
    struckOff: codes.includes(STRUCK_OFF),
  };
}

/** Day of the snapshot in which a status that a firm has appeared last; null when it was there before our first one. */
export function statusSince(code: string, changes: readonly StatusChangeRow[]): string | null {
  const has = (codes: string | null): boolean => codes?.split(',').includes(code) ?? false;
  const days = changes.flatMap(({ day, before, after }) => (has(after) && !has(before) ? day : []));
  return days.toSorted().at(-1) ?? null;
}
