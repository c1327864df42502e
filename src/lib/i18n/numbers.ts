/** Formats numbers for pages, in Romanian and English. */

import { memoized } from '#lib/values/instant.ts';
import { lazy } from './lazy.ts';
import type { Language } from './message.ts';

/** Keeps a number and its unit on one line. */
const NBSP = '\u00a0';
const MINUS = '\u2212';

export const number = byLanguage({ maximumFractionDigits: 2 });
export const wholeNumber = byLanguage({ maximumFractionDigits: 0 });
export const score = byLanguage({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** The precision of amounts that users enter. */
export const allDecimals = byLanguage({ maximumFractionDigits: 6 });
export const rate = byLanguage({ minimumFractionDigits: 4, maximumFractionDigits: 4 });
const threeSignificant = byLanguage({ maximumSignificantDigits: 3 });
/** For labels of charts. From a thousand on no digit is rounded to zero: the zero would look exact. */
export const threeDigits = (value: number, language: Language): string =>
  (Math.abs(value) >= 1_000 ? wholeNumber : threeSignificant)(value, language);
const oneDecimal = byLanguage({ maximumFractionDigits: 1 });
/** With two decimals at most: `0,02`, not `0,0222`. */
export const chartFigure = (value: number, language: Language): string =>
  threeDigits(Math.round(value * 100) / 100, language);

function byLanguage(options: Intl.NumberFormatOptions): (value: number, language: Language) => string {
  // The default Romanian format does not group four digits, which misaligns columns.
  const formatter = (locale: string) => {
    const format = lazy(() => new Intl.NumberFormat(locale, { ...options, useGrouping: 'always' }));
    const text = (value: number): string => signed(format().format(value));
    const known = memoized(text);
    // A map does not tell 0 from -0.
    return (value: number): string => (value === 0 ? text(value) : known(value));
  };
  const formats = { ro: formatter('ro'), en: formatter('en-GB') };
  const mayBeWhole = options.minimumFractionDigits === undefined && options.maximumSignificantDigits === undefined;
  return (value, language) =>
    mayBeWhole && Number.isSafeInteger(value) && value !== 0 ? grouped(value, language) : formats[language](value);
}

const SEPARATORS = { ro: '.', en: ',' } as const;

/** The same text as the formatter, in a fraction of the time. Most numbers of a page are whole. */
function grouped(value: number, language: Language): string {
  let rest = String(Math.abs(value));
  let text = '';
  for (; rest.length > 3; rest = rest.slice(0, -3)) text = `${SEPARATORS[language]}${rest.slice(-3)}${text}`;
  return `${value < 0 ? MINUS : ''}${rest}${text}`;
}

/** A hyphen is shorter than a minus sign and allows a line break. */
const signed = (text: string): string => text.replace('-', MINUS);

/** `7,9 %`, `7.9%`. */
export const percent = (value: number, language: Language): string =>
  `${oneDecimal(value, language)}${language === 'ro' ? NBSP : ''}%`;

/** In full: `5.714.580.789 lei`, `RON 5,714,580,789`. */
export const lei = (value: number, language: Language): string => withCurrency(wholeNumber(value, language), language);

const withCurrency = (text: string, language: Language): string =>
  language === 'ro' ? `${text}${NBSP}lei` : `RON${NBSP}${text}`;

/** Three digits, for headlines and charts: `5,71 mld. lei`, `394 mii lei`, `RON 5.71 bn`; in full below ten thousand. */
export function shortLei(value: number, language: Language): string {
  const { figure, unit } = shortened(value, language);
  return withCurrency(unit === '' ? figure : `${figure}${NBSP}${unit}`, language);
}

export interface Shortened {
  figure: string;
  /** Empty below a thousand. */
  unit: string;
}

/** Separate, so that a headline can render the unit smaller. */
export function shortened(value: number, language: Language): Shortened {
  const { by, words } = scaleOf(value);
  return { figure: threeDigits(value / by, language), unit: words[language] };
}

/** The unit for a value; a column of values shares the unit of its largest. */
export const scaleOf = (value: number): Scale => SCALES.find(({ from }) => Math.abs(value) >= from) ?? ONES;

export interface Scale {
  /** Lower bound; a value that rounds up to the next unit uses that unit. */
  from: number;
  by: number;
  words: Record<Language, string>;
}

const ONES: Scale = { from: 0, by: 1, words: { ro: '', en: '' } };
const SCALES: readonly Scale[] = [
  { from: 999.5e6, by: 1e9, words: { ro: 'mld.', en: 'bn' } },
  { from: 999.5e3, by: 1e6, words: { ro: 'mil.', en: 'm' } },
  { from: 9_999.5, by: 1e3, words: { ro: 'mii', en: 'k' } },
];

const SIZES: readonly [from: number, unit: string][] = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
];

/** `3,1 MB`. */
export function fileSize(bytes: number, language: Language): string {
  const [by, unit] = SIZES.find(([from]) => bytes >= from) ?? [1, 'B'];
  return `${oneDecimal(bytes / by, language)}${NBSP}${unit}`;
}
