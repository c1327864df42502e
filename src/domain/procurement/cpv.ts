/** The common procurement vocabulary: its titles, its check digits, and prefixes as callers write them. */

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

/** Read when it is first asked for: nine thousand titles are not needed to start. */
const known = (): Map<string, Entry> =>
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
  code === null ? null : { code, title: known().get(code)?.title ?? published };

/** The vocabulary begins with divisions, of two digits: a single one stands for up to ten of them, which have no common title. */
const DIVISION_DIGITS = 2;

/** What the vocabulary calls a prefix: `45` is `45000000`. */
export const titleOfPrefix = (prefix: string): string | null =>
  prefix.length < DIVISION_DIGITS ? null : (known().get(prefix.padEnd(8, '0'))?.title ?? null);

/** Digits that no code begins with, since there are more of them than a code has. */
export const isNoCode = (prefix: string): boolean => prefix.length > 8;

/**
 * Digits of the code, literally: `45000000` is that one code and not all of `45`. A ninth digit must be the check digit; more than
 * nine are no code, and so is a code with a check digit that the vocabulary does not have: they stay as they are, and match nothing.
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
      const entry = known().get(digits.slice(0, 8));
      if (digits.length > 9 || entry === undefined) return digits;
      if (digits[8] !== entry.check)
        throw refuse(messages.procurement.checkDigit({ right: `${digits.slice(0, 8)}-${entry.check}` }));
      return digits.slice(0, 8);
    },
  );
