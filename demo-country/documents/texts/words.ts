/** Figures and days as officials write them. */
import { dayText } from '#demo-country/days.ts';
import { spelledDay } from '#demo-country/gazette-days.ts';

/** A text before it becomes a file. */
export interface Text {
  title: string;
  paragraphs: readonly string[];
  table?: { headers: readonly string[]; rows: readonly (readonly (string | number)[])[] };
}

/** `1.234.567,00 lei` */
export const leiText = (bani: number): string => `${LEI.format(bani / 100)} lei`;

const LEI = new Intl.NumberFormat('ro-RO', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
});

/** `16 noiembrie 2026` */
export const dayWords = (day: number): string => spelledDay(dayText(day));

export const hourText = (seconds: number): string => `${String(Math.floor(seconds / 3_600)).padStart(2, '0')}:00`;

/** Romanian counts `19 zile`, but `20 de zile`, and `119 zile` again. */
export const counted = (count: number, things: string): string =>
  count % 100 > 0 && count % 100 < 20 ? `${count} ${things}` : `${count} de ${things}`;

/** Paragraphs numbered under a heading: `3.1. …` */
export const chapter = (number: number, heading: string, clauses: readonly string[]): string[] => [
  `${number}. ${heading.toUpperCase()}`,
  ...clauses.map((clause, i) => `${number}.${i + 1}. ${clause}`),
];
