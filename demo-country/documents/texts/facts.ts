/** Facts common to the documents of a procedure: figures of the notice, and figures of the documents only. */

import { dayText, spelledDay } from '#demo-country/days.ts';
import type { ContractType } from '#demo-country/procurement/cpv.ts';
import { noticeNumberOf } from '#demo-country/procurement/export-rows.ts';
import type { Lot, Procedure } from '#demo-country/procurement/procedure.ts';
import { pick, random, within } from '#demo-country/random.ts';

export interface Item {
  /** Null in a procedure that is not divided. */
  lot: Lot | null;
  name: string;
  quantity: number;
  unit: string;
  /** Bani, of the whole quantity: the value of the lot, or of the procedure. */
  value: number;
}

export interface Facts {
  procedure: Procedure;
  /** `CN1000101` */
  notice: string;
  kind: ContractType;
  /** 1 at first. */
  revision: number;
  items: readonly Item[];
  deliveryDays: number;
  warrantyMonths: number;
  contractMonths: number;
  paymentDays: number;
  /** Days before the deadline until which questions are answered. */
  answerDays: number;
  /** Bani: contracts of the same kind that bidders must have carried out. */
  experience: number;
  /** Millions of lei, as in the notice's third section. */
  turnoverMillions: number;
  /** A clause of the second revision that the third removes. */
  hasVisit: boolean;
  hasPriceReview: boolean;
}

const UNITS: Record<ContractType, string[]> = {
  Furnizare: ['bucăți', 'seturi', 'kg', 'pachete'],
  Servicii: ['ore', 'luni', 'prestații'],
  Lucrari: ['mp', 'ml', 'ansambluri'],
};

/** The same for the same procedure and revision. */
export function factsOf(procedure: Procedure, revision: number): Facts {
  const { number, cpv, lots, estimatedValue, title } = procedure;
  const roll = random(number, number, 'documents');
  const deliveryDays = within(roll(), 2, 9) * 15;
  const warrantyMonths = within(roll(), 1, 5) * 12;
  const parts =
    lots.length > 0
      ? lots.map((lot) => ({ lot, name: lot.title, value: lot.estimatedValue }))
      : [{ lot: null, name: title, value: estimatedValue }];
  const items = parts.map((part, i) => {
    const quantity = within(roll() ** 2, 4, 900) * (cpv.contractType === 'Lucrari' ? 10 : 1);
    // The second revision increases the first quantity by a tenth.
    const revisedQuantity = i === 0 && revision > 1 ? Math.round(quantity * 1.1) : quantity;
    return { ...part, quantity: revisedQuantity, unit: pick(UNITS[cpv.contractType], roll()) };
  });
  const experience = Math.round((estimatedValue * (0.4 + 0.5 * roll())) / 100_000) * 100_000;
  return {
    procedure,
    notice: noticeNumberOf(procedure),
    kind: cpv.contractType,
    revision,
    items,
    deliveryDays: revision > 1 ? deliveryDays + 30 : deliveryDays,
    warrantyMonths: revision > 2 ? warrantyMonths + 12 : warrantyMonths,
    contractMonths: within(roll(), 1, 6) * 6,
    paymentDays: pick([30, 30, 45, 60], roll()),
    answerDays: within(roll(), 6, 10),
    experience: revision > 2 ? Math.round(experience / 2 / 100) * 100 : experience,
    turnoverMillions: (number % 40) + 1,
    hasVisit: revision === 2,
    hasPriceReview: revision > 2,
  };
}

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
export const countPhrase = (count: number, things: string): string =>
  count % 100 > 0 && count % 100 < 20 ? `${count} ${things}` : `${count} de ${things}`;

/** Paragraphs numbered under a heading: `3.1. …` */
export const chapter = (number: number, heading: string, clauses: readonly string[]): string[] => [
  `${number}. ${heading.toUpperCase()}`,
  ...clauses.map((clause, i) => `${number}.${i + 1}. ${clause}`),
];
