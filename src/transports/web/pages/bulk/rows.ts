/** Rows of a bulk check with their four answers, and its totals. */

import { sourceName } from '#api/source-names.ts';
import type {
  Check,
  CheckedCompany,
  CheckedRow,
  CheckedSource,
  CheckLine,
  LineOutcome,
} from '#domain/bulk-checks/check.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { shortLei } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { icon } from '#transports/web/components/icon.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { type Status, statusColours, statusIcon } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';

export interface RowContext {
  language: Language;
  now: number;
  day: string;
}

/** Invalid lines are rows of their own. */
export type ResultRow = CheckedRow | CheckLine;

export function rowsTable(rows: readonly ResultRow[], caption: string, context: RowContext): Html | null {
  if (rows.length === 0) return null;
  const texts = textsOf(context.language).bulk.page;
  const day = shortDay(context.day, context.language);
  return html`<table class="stacked checks"><caption class="unseen">${caption}</caption><thead><tr><th scope="col">${texts.cui}</th><th scope="col">${texts.name}</th><th scope="col">${texts.registry}</th><th scope="col">${texts.vat(day)}</th><th scope="col">${texts.fiscal}</th><th scope="col">${texts.eInvoice}</th></tr></thead>
<tbody>${rows.map((row) => ('status' in row ? checkedRow(row, context) : lineRow(row, context)))}</tbody></table>`;
}

function checkedRow(row: CheckedRow, context: RowContext): Html {
  const { language } = context;
  const texts = textsOf(language).bulk.row;
  const { cui, company, reasons } = row;
  if (company === null)
    return html`<tr><td class="code">${cui}</td><td colspan="5">${tag('check', texts.wrong)} <span class="quiet">${reasons.map((reason) => texts.reasons[reason]).join(' ')}</span></td></tr>`;
  const { since, state } = company.registry;
  const label = textsOf(language).bulk.page;
  return html`<tr><td class="code">${cui}</td><th scope="row">${companyLink({ cui, name: company.name }, language)}${reasons.length > 0 && html`<small class="why">${reasons.map((reason) => reasonText(reason, company, language)).join(' ')}</small>`}${sourcesLine(company.sources, context)}</th>
<td data-label="${label.registry}">${registryTag(company, language)}${since !== null && state !== 'running' && html`<small>${(state === 'struckOff' ? texts.since : texts.seen)(shortDay(since, language))}</small>`}</td>
<td data-label="${label.vat(shortDay(context.day, language))}">${vatCell(row, company, language)}</td>
<td data-label="${label.fiscal}">${fiscalCell(row, company, context)}</td>
<td data-label="${label.eInvoice}">${company.eInvoice === null ? unknown(language) : company.eInvoice ? texts.yes : texts.no}</td></tr>`;
}

const lineRow = ({ line, text }: CheckLine, { language }: RowContext): Html =>
  html`<tr><td class="code">${text}</td><td colspan="5">${tag('check', textsOf(language).bulk.page.wrongCode)} <span class="quiet">${textsOf(language).bulk.page.line(line)} · ${textsOf(language).bulk.page.noCode}</span></td></tr>`;

export const tag = (status: Status, word: string): Html =>
  html`<span class="tag ${statusColours[status]}">${statusIcon(status)}${word}</span>`;

const unknown = (language: Language): Html => tag('unknown', textsOf(language).bulk.row.unknown);

export const reasonText = (
  reason: CheckedRow['reasons'][number],
  company: CheckedCompany,
  language: Language,
): string =>
  reason === 'debts' && company.debts !== null
    ? `${textsOf(language).bulk.row.reasons.debts.slice(0, -1)}: ${shortLei(company.debts, language)}.`
    : textsOf(language).bulk.row.reasons[reason];

const REGISTRY = {
  running: 'fine',
  struckOff: 'stop',
  bankruptcy: 'stop',
  insolvency: 'check',
  dissolution: 'check',
  suspended: 'check',
  notRunning: 'check',
  outside: 'closed',
  unknown: 'unknown',
} as const;

/** The registry's own label for other statuses. */
const registryTag = ({ registry: { state, label } }: CheckedCompany, language: Language): Html =>
  tag(REGISTRY[state], state === 'notRunning' && label !== null ? label : textsOf(language).bulk.row.registry[state]);

function vatCell({ reasons }: CheckedRow, { vat }: CheckedCompany, language: Language): Html {
  const texts = textsOf(language).bulk.row;
  if (vat.payer === null) return unknown(language);
  if (vat.payer) return tag('fine', texts.payer);
  const until = vat.until !== null && shortDay(vat.until, language);
  if (reasons.includes('vatCanceled'))
    return html`${tag('stop', texts.canceled)}${until && html`<small>${texts.since(until)}</small>`}`;
  return html`${tag(reasons.includes('vatEnded') ? 'stop' : 'check', texts.noPayer)}${until && html`<small>${texts.until(until)}</small>`}`;
}

function fiscalCell(
  { reasons }: CheckedRow,
  { inactive, inactiveSince }: CheckedCompany,
  { language, day }: RowContext,
): Html | string {
  const texts = textsOf(language).bulk.row;
  // A deregistered company is not inactive for the tax office, but not active either.
  if (inactive !== true && reasons.includes('struckOff')) return tag('closed', texts.registry.struckOff);
  if (inactive === false && reasons.includes('struckOffSince'))
    return html`${texts.active}<small>${texts.on(shortDay(day, language))}</small>`;
  if (inactive === null) return unknown(language);
  if (!inactive) return texts.active;
  const since = inactiveSince !== null && html`<small>${texts.since(shortDay(inactiveSince, language))}</small>`;
  return html`${tag('stop', texts.inactive)}${since}`;
}

const sourcesLine = (sources: readonly CheckedSource[], { now, language }: RowContext): Html | null =>
  sources.length === 0
    ? null
    : html`<small class="from">${sources.map(({ name, asOf }) => `${sourceName(name, language)}${asOf === null ? '' : ` ${asOf.includes('T') ? moment(asOf, now, language) : shortDay(asOf, language)}`}`).join(' · ')}</small>`;

export const countsOf = ({ lines }: Pick<Check, 'lines'>): Record<LineOutcome, number> => {
  const counts = { checked: 0, duplicate: 0, refused: 0, overLimit: 0 };
  for (const { outcome } of lines) counts[outcome]++;
  return counts;
};

export function totals(check: Check, rows: readonly CheckedRow[], language: Language): Html {
  const texts = textsOf(language).bulk.page;
  const firms = (status: CheckedRow['status']): number =>
    rows.filter((row) => row.status === status && row.company !== null).length;
  const codes = rows.filter(({ company }) => company === null).length + countsOf(check).refused;
  const doubtful = [
    (firms('check') > 0 || codes === 0) && texts.firms(firms('check')),
    codes > 0 && texts.codes(codes),
  ].filter((part) => part !== false);
  return html`<dl class="answers three">
<div><dt>${texts.stop}</dt><dd><span class="value bad">${icon('stop')}${texts.firms(firms('stop'))}</span><span class="since">${texts.stopMeans}</span></dd></div>
<div><dt>${texts.check}</dt><dd><span class="value amber">${icon('check')}${doubtful.join(', ')}</span><span class="since">${texts.checkMeans}</span></dd></div>
<div><dt>${texts.fine}</dt><dd><span class="value good">${icon('fine')}${texts.firms(firms('fine'))}</span><span class="since">${texts.fineMeans(shortDay(check.day, language))}</span></dd></div></dl>`;
}

/** Omits empty groups. */
export function sumSentence(
  check: Pick<Check, 'lines' | 'state'>,
  rows: readonly CheckedRow[],
  language: Language,
): string {
  const texts = textsOf(language).bulk.page;
  const { checked, duplicate, refused, overLimit } = countsOf(check);
  // No source was queried for codes with a wrong check digit.
  const wrong = rows.filter(({ reasons }) => reasons.includes('wrongDigit')).length;
  const parts = [
    check.state === 'done' ? texts.checked(checked - wrong) : texts.toCheck(checked - wrong),
    wrong > 0 && texts.wrong(wrong),
    duplicate > 0 && texts.duplicate(duplicate),
    refused > 0 && texts.refused(refused),
    overLimit > 0 && texts.over(overLimit),
  ].filter((part) => part !== false);
  return `${texts.sum(check.lines.length)} ${parts.join(', ')}.`;
}
