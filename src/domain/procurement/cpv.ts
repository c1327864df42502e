/** The common procurement vocabulary: titles, check digits, and prefixes as callers write them. */

import { Type } from 'typebox';
import { parsedAs, withPatternMessage } from '#api/parameters.ts';
import { about, closed, type Description, field, orNull } from '#lib/schema/fields.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { messages } from '#locales/messages.ts';

interface Entry {
  check: string;
  title: string;
}

let vocabulary: Map<string, Entry> | undefined;

/** Read on first use, or after the start by serving threads: a start does not need nine thousand titles. */
export const entries = (): Map<string, Entry> =>
  (vocabulary ??= new Map(
    readReference<'code8' | 'check_digit' | 'title_ro'>('cpv.tsv').map((row) => [
      row.code8,
      { check: row.check_digit, title: row.title_ro },
    ]),
  ));

export const Cpv = Type.Object(
  {
    code: field(Type.String({ examples: ['45233142'] }), { en: 'Eight digits.', ro: 'Opt cifre.' }),
    title: orNull(Type.String(), {
      en: 'Romanian title by the vocabulary; as published for a code that it does not have.',
      ro: 'Titlul în română din vocabular; cum a fost publicat, pentru un cod pe care vocabularul nu îl are.',
    }),
  },
  { ...closed, title: 'Cpv', description: 'Common procurement vocabulary.' },
);

export const cpvOf = (code: string | null, published: string | null) =>
  code === null ? null : { code, title: entries().get(code)?.title ?? published };

/** The vocabulary begins with divisions of two digits: a single digit covers up to ten of them, without a common title. */
const DIVISION_DIGITS = 2;
const CODE_DIGITS = 8;

/** The vocabulary's title of a prefix: `45` is `45000000`. */
export const titleOfPrefix = (prefix: string): string | null =>
  prefix.length < DIVISION_DIGITS ? null : (entries().get(prefix.padEnd(8, '0'))?.title ?? null);

/** Titles of a code and of the codes above it, from its own to that of its division. */
export const titlesAbove = (code: string): string[] =>
  Array.from({ length: code.length - DIVISION_DIGITS + 1 }, (_, i) => titleOfPrefix(code.slice(0, code.length - i)))
    .filter((title) => title !== null)
    .filter((title, i, all) => title !== all[i - 1]);

/** Whether the vocabulary has codes with this prefix. */
export const isKnownPrefix = (prefix: string): boolean =>
  prefix.length >= DIVISION_DIGITS &&
  prefix.length <= CODE_DIGITS &&
  entries()
    .keys()
    .some((code) => code.startsWith(prefix));

let codes: Set<number> | undefined;

/** Whether the vocabulary has a title for the number of a code. */
export function isTitled(code: number): boolean {
  codes ??= new Set(entries().keys().map(Number));
  return codes.has(code);
}

/** Deals store codes as numbers. */
export const codeText = (code: number): string => String(code).padStart(CODE_DIGITS, '0');

/** The numbers of the codes with this prefix, of eight digits at most: from the first to before the second. */
export const codesUnder = (prefix: string): [from: number, below: number] => {
  const codes = 10 ** (CODE_DIGITS - prefix.length);
  return [Number(prefix) * codes, (Number(prefix) + 1) * codes];
};

/** More digits than any code has. */
export const isNoCode = (prefix: string): boolean => prefix.length > CODE_DIGITS;

/**
 * Digits of the code, literally: `45000000` is that one code and not all of `45`. A ninth digit must be the check
 * digit. More than nine digits, or a check digit behind a code outside the vocabulary, stay as they are and match
 * nothing.
 */
export const CpvPrefix = (texts: Description) =>
  parsedAs(
    withPatternMessage(
      Type.String({ pattern: '^[0-9]{1,12}$|^[0-9]{8}-[0-9]$', ...about(texts), examples: ['45'] }),
      messages.procurement.cpv(),
    ),
    (text, refuse) => {
      const digits = text.replace('-', '');
      if (digits.length <= 8) return digits;
      const entry = entries().get(digits.slice(0, 8));
      if (digits.length > 9 || entry === undefined) return digits;
      if (digits[8] !== entry.check)
        throw refuse(messages.procurement.checkDigit({ right: `${digits.slice(0, 8)}-${entry.check}` }));
      return digits.slice(0, 8);
    },
  );
