/** Counts with nouns: `1 contract`, `13 firme`, `20 de firme`; `1 company`, `20 companies`. */

import { lazy } from './lazy.ts';
import type { Language } from './message.ts';
import { wholeNumber } from './numbers.ts';

/** Singular and plural; in Romanian the plural also follows `de`. */
export type Noun = readonly [one: string, several: string];

const NBSP = '\u00a0';
const rules = { ro: lazy(() => new Intl.PluralRules('ro')), en: lazy(() => new Intl.PluralRules('en')) };

export function counted(count: number, [one, several]: Noun, language: Language): string {
  const kind = rules[language]().select(count);
  const figure = wholeNumber(count, language);
  if (kind === 'one') return `${figure}${NBSP}${one}`;
  return kind === 'other' && language === 'ro' ? `${figure} de${NBSP}${several}` : `${figure}${NBSP}${several}`;
}
