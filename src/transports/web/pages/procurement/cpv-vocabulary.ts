/** The CPV vocabulary: titles in both languages, codes below and above a code, search by words. */

import { lazy } from '#lib/i18n/lazy.ts';
import type { Language } from '#lib/i18n/message.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { words } from '#lib/values/text.ts';

export interface CpvEntry {
  /** Eight digits. */
  code: string;
  /** Without trailing zeros, at least two digits: identifies a market. */
  prefix: string;
  title: string;
}

interface VocabularyEntry {
  code: string;
  title: Record<Language, string>;
  folded: Record<Language, string>;
}

/** Nine thousand titles, loaded on first use. */
const vocabulary = lazy(() => {
  const rows = readReference<'code8' | 'title_ro' | 'title_en'>('cpv.tsv');
  const foldedTitle = (text: string): string => ` ${words(text).join(' ')}`;
  return new Map<string, VocabularyEntry>(
    rows.map(({ code8, title_ro: ro, title_en: en }) => [
      code8,
      { code: code8, title: { ro, en }, folded: { ro: foldedTitle(ro), en: foldedTitle(en) } },
    ]),
  );
});

const DIVISION_DIGITS = 2;
const CODE_DIGITS = 8;

/** `45000000` is the division 45. */
const prefixOf = (code: string): string => code.replace(/0+$/, '').padEnd(DIVISION_DIGITS, '0');

const entryOf = ({ code, title }: VocabularyEntry, language: Language): CpvEntry => ({
  code,
  prefix: prefixOf(code),
  title: title[language],
});

/** The title of a code or prefix; null for an unknown one. */
export const cpvTitle = (prefix: string, language: Language): string | null =>
  prefix.length < DIVISION_DIGITS ? null : (vocabulary().get(prefix.padEnd(CODE_DIGITS, '0'))?.title[language] ?? null);

export const isCpvPrefix = (prefix: string): boolean =>
  vocabulary()
    .keys()
    .some((code) => code.startsWith(prefix));

export const divisions = (language: Language): CpvEntry[] =>
  [...vocabulary().values()].filter(({ code }) => code.endsWith('000000')).map((entry) => entryOf(entry, language));

/** Codes one digit longer. */
export function below(prefix: string, language: Language): CpvEntry[] {
  if (prefix.length < DIVISION_DIGITS || prefix.length >= CODE_DIGITS) return [];
  return Array.from({ length: 9 }, (_, digit) => `${prefix}${digit + 1}`).flatMap((next) => {
    const entry = vocabulary().get(next.padEnd(CODE_DIGITS, '0'));
    return entry ? { ...entryOf(entry, language), prefix: next } : [];
  });
}

/** From the division down to the code itself. */
export function above(prefix: string, language: Language): CpvEntry[] {
  const lengths = Array.from({ length: Math.max(0, prefix.length - DIVISION_DIGITS) }, (_, i) => i + DIVISION_DIGITS);
  return lengths.flatMap((length) => {
    const part = prefix.slice(0, length);
    const entry = vocabulary().get(part.padEnd(CODE_DIGITS, '0'));
    // `450` has the title of `45`.
    return entry && !part.endsWith('0') ? { ...entryOf(entry, language), prefix: part } : [];
  });
}

const MATCHES_MAX = 40;

/** Codes whose title has all words as prefixes; the widest first. */
export function cpvByWords(text: string, language: Language): { entries: CpvEntry[]; total: number } {
  const prefixes = words(text).slice(0, 8);
  if (prefixes.length === 0) return { entries: [], total: 0 };
  const matches = [...vocabulary().values()].filter(({ folded }) =>
    prefixes.every((word) => folded[language].includes(` ${word}`)),
  );
  const entries = matches.map((entry) => entryOf(entry, language)).sort((a, b) => a.prefix.length - b.prefix.length);
  return { entries: entries.slice(0, MATCHES_MAX), total: entries.length };
}
