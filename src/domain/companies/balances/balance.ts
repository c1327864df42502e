/** One balance sheet in answers: the indicators as filed, and their meanings by the chart. */

import { Type } from 'typebox';
import type { BalanceForm, BalanceRecord, Indicator as FiledIndicator } from '#data/sources/anaf/records.ts';
import type { Message, Translate } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { type ChartLine, type Reading, type Summary, summarise } from './charts.ts';
import { BalanceSummary, figuresOf } from './figures.ts';
import { Remark, remark } from './remark.ts';

const Indicator = Type.Object(
  {
    code: field(Type.String(), {
      en: 'Code of the indicator, positional in its form and year: `I13`.',
      ro: 'Codul indicatorului, după poziția lui în formular și an: `I13`.',
    }),
    label: orNull(Type.String(), { en: 'What the form calls it.', ro: 'Cum îl numește formularul.' }),
    value: orNull(Type.Number(), {
      en: 'As filed: RON, or heads for the number of employees; null where the line was left empty.',
      ro: 'Așa cum a fost depus: lei, sau persoane pentru numărul de salariați; null unde rândul a fost lăsat gol.',
    }),
  },
  { ...closed, title: 'Indicator' },
);

export const Balance = Type.Object(
  {
    year: field(Type.Integer(), { en: 'Financial year.', ro: 'Anul financiar.' }),
    cui: field(Type.String(), { en: 'Fiscal code.', ro: 'Codul fiscal.' }),
    companyName: orNull(Type.String(), {
      en: 'Name in the trade registry; the filings spell names too badly to be quoted.',
      ro: 'Numele din registrul comerțului; depunerile scriu numele prea prost ca să fie citate.',
    }),
    caenCode: orNull(Type.String(), {
      en: 'Activity code as filed for this year, four digits.',
      ro: 'Codul de activitate depus pentru acest an, patru cifre.',
    }),
    caenRevision: orNull(Type.String(), {
      en: 'Revision of the classification the code belongs to: rev1998, rev2003, rev2, rev3.',
      ro: 'Revizia clasificării din care face parte codul: rev1998, rev2003, rev2, rev3.',
    }),
    caenDescription: orNull(Type.String(), {
      en: 'Title of the activity in that revision.',
      ro: 'Titlul activității în acea revizie.',
      heading: { en: 'Activity', ro: 'Activitate' },
    }),
    eurRate: orNull(Type.Number(), {
      en: "RON for one euro on the national bank's last bank day of the year.",
      ro: 'Lei pentru un euro în ultima zi bancară a anului, la Banca Națională.',
      heading: { en: 'EUR rate', ro: 'Curs EUR' },
    }),
    form: orNull(Type.String(), {
      en: 'Form it was filed on: UU, BL, IR (IFRS), NGO, bank, insurer, broker, IFN, SIF, pension, VS, VM, IPIEME; null when the source does not say.',
      ro: 'Formularul pe care a fost depus: UU, BL, IR (IFRS), ONG, bancă, asigurător, broker, IFN, SIF, pensii, VS, VM, IPIEME; null când sursa nu precizează.',
      heading: { en: 'Form', ro: 'Formular' },
    }),
    indicators: field(Type.Array(Indicator), {
      en: 'Every line as filed, in the order of the codes.',
      ro: 'Fiecare rând așa cum a fost depus, în ordinea codurilor.',
      heading: { en: 'Indicators', ro: 'Indicatori' },
    }),
    summary: BalanceSummary,
    warnings: field(Type.Array(Remark), {
      en: 'What does not add up or cannot be; empty when all is well.',
      ro: 'Ce nu se închide sau nu poate fi adevărat; gol când totul este în regulă.',
      heading: { en: 'Warnings', ro: 'Avertismente' },
    }),
    source: oneOf(['file', 'service'], {
      en: "Read from the ministry's yearly file, or from the tax authority's web service.",
      ro: 'Citit din fișierul anual al ministerului sau din serviciul web al ANAF.',
    }),
  },
  { ...closed, title: 'Balance' },
);
export type Balance = Static<typeof Balance>;

/** A row of the table `balance`. */
export type BalanceRow = Summary & {
  cui: number;
  year: number;
  form: string;
  caen: string | null;
  caen_revision: string | null;
  /** JSON array of the values as filed, in the order of the chart's lines. */
  indicators: string;
};

/** Facts that the balance sheet does not contain. */
export interface BalanceContext {
  companyName: string | null;
  eurRate: number | null;
  caenTitle: string | null;
  t: Translate;
}

export interface FiledChart {
  lines: readonly ChartLine[];
  /** Indexes of the lines in the order of their codes. */
  order: readonly number[];
  /** Takes the values of one filing in the order of the lines. */
  read(form: BalanceForm, year: number, values: readonly (number | null)[]): Reading;
}

/** `I13` → 13. */
export const numberOf = (line: ChartLine | undefined): number => Number(line?.code.slice(1));

/** A stored balance sheet. */
export function renderBalance(row: BalanceRow, chart: FiledChart, context: BalanceContext): Balance {
  const values = JSON.parse(row.indicators) as (number | null)[];
  const { warnings } = chart.read(row.form as BalanceForm, row.year, values);
  return {
    ...head(row.year, String(row.cui), row.caen, row.caen_revision, context),
    form: row.form,
    indicators: chart.order.map((i) => ({ ...(chart.lines[i] as ChartLine), value: values[i] ?? null })),
    summary: figuresOf(row),
    warnings: remarksOf(warnings, context),
    source: 'file',
  };
}

/** A balance sheet from the web service, which never names the form. */
export function renderObservedBalance(
  record: BalanceRecord,
  caenRevision: string | null,
  context: BalanceContext,
): Balance {
  const { summary, warnings } = summarise(record.indicators, record.form, record.year);
  return {
    ...head(record.year, record.cui, record.caenCode, caenRevision, context),
    form: record.form,
    indicators: ordered(record.indicators),
    summary: figuresOf(summary),
    warnings: remarksOf(warnings, context),
    source: 'service',
  };
}

const remarksOf = (warnings: readonly Message[], { t }: BalanceContext): Remark[] =>
  warnings.map((warning) => remark(warning, t));

const head = (
  year: number,
  cui: string,
  caenCode: string | null,
  caenRevision: string | null,
  { companyName, eurRate, caenTitle }: BalanceContext,
) => ({ year, cui, companyName, caenCode, caenRevision, caenDescription: caenTitle, eurRate });

/** The web service rotates the lines. */
const ordered = (indicators: readonly FiledIndicator[]): FiledIndicator[] =>
  indicators.toSorted((a, b) => numberOf(a) - numberOf(b));
