/** The common procurement vocabulary as readers look through it: titles in their language, what lies below a code, codes by words. */

import { lazily } from '#lib/i18n/lazily.ts';
import type { Language } from '#lib/i18n/message.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { words } from '#lib/values/text.ts';

export interface CpvEntry {
  /** Eight digits. */
  code: string;
  /** Without the zeros behind it, at least two digits: what a market is asked by. */
  prefix: string;
  title: string;
}

interface Known {
  code: string;
  title: Record<Language, string>;
  folded: Record<Language, string>;
}

/** Nine thousand titles, read when somebody first looks for one. */
const known = lazily(() => {
  const rows = readReference<'code8' | 'title_ro' | 'title_en'>('cpv.tsv');
  const foldedTitle = (text: string): string => ` ${words(text).join(' ')}`;
  return new Map<string, Known>(
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

const entryOf = ({ code, title }: Known, language: Language): CpvEntry => ({
  code,
  prefix: prefixOf(code),
  title: title[language],
});

/** What a code or its beginning is called; null when the vocabulary does not have it. */
export const cpvTitle = (prefix: string, language: Language): string | null =>
  prefix.length < DIVISION_DIGITS ? null : (known().get(prefix.padEnd(CODE_DIGITS, '0'))?.title[language] ?? null);

/** Whether the vocabulary has a code that begins so. */
export const isCpvPrefix = (prefix: string): boolean =>
  known()
    .keys()
    .some((code) => code.startsWith(prefix));

export const divisions = (language: Language): CpvEntry[] =>
  [...known().values()].filter(({ code }) => code.endsWith('000000')).map((entry) => entryOf(entry, language));

/** One digit more, those that the vocabulary has. */
export function below(prefix: string, language: Language): CpvEntry[] {
  if (prefix.length < DIVISION_DIGITS || prefix.length >= CODE_DIGITS) return [];
  return Array.from({ length: 9 }, (_, digit) => `${prefix}${digit + 1}`).flatMap((next) => {
    const entry = known().get(next.padEnd(CODE_DIGITS, '0'));
    return entry ? { ...entryOf(entry, language), prefix: next } : [];
  });
}

/** From the division down to the code itself. */
export function above(prefix: string, language: Language): CpvEntry[] {
  const lengths = Array.from({ length: Math.max(0, prefix.length - DIVISION_DIGITS) }, (_, i) => i + DIVISION_DIGITS);
  return lengths.flatMap((length) => {
    const part = prefix.slice(0, length);
    const entry = known().get(part.padEnd(CODE_DIGITS, '0'));
    // `450` is called as `45` is.
    return entry && !part.endsWith('0') ? { ...entryOf(entry, language), prefix: part } : [];
  });
}

const FOUND_MAX = 40;

/** Codes with all the words in their title, each word as its beginning; the widest first. */
export function cpvByWords(text: string, language: Language): { entries: CpvEntry[]; total: number } {
  const wanted = words(text).slice(0, 8);
  if (wanted.length === 0) return { entries: [], total: 0 };
  const found = [...known().values()].filter(({ folded }) =>
    wanted.every((word) => folded[language].includes(` ${word}`)),
  );
  const wide = found.map((entry) => entryOf(entry, language)).sort((a, b) => a.prefix.length - b.prefix.length);
  return { entries: wide.slice(0, FOUND_MAX), total: wide.length };
}
