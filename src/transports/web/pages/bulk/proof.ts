/** The printable proof of a bulk check: its time, its sources and the signed receipt of each row. */

import { ApiError } from '#api/api-error.ts';
import type { Check, CheckedRow } from '#domain/bulk-checks/check.ts';
import type { Checks } from '#domain/bulk-checks/checks.ts';
import { dayAndHour, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';
import { messages } from '#locales/messages.ts';
import { type Texts, textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { type Html, html } from '#transports/web/html.ts';
import { type Page, type PageRequest, RedirectError, type View } from '#transports/web/routing/page.ts';
import { sumSentence, tag } from './rows.ts';

/** Digest characters that identify a receipt to a reader. */
const PRINT_LENGTH = 16;

export const bulkProofPage = (checks: Checks): Page => ({
  async show(request) {
    const { params, context, now, query, language } = request;
    const check = await checks.find(params.check ?? '', context.caller, now);
    const texts = textsOf(language).bulk.proof;
    if (!check.withReceipts || check.state === 'running')
      throw new RedirectError(to('bulkResult', language, { check: check.id }));
    const rows = await checks.rows(check);
    const cui = query.get('cui');
    if (cui !== null) throw new RedirectError(receiptAddress(rows, cui, language));
    return proof(check, rows, request, texts);
  },
});

/** A receipt is longer than the rest of its row: the row links to this redirect. */
function receiptAddress(rows: readonly CheckedRow[], cui: string, language: Language): string {
  const receipt = rows.find((row) => row.cui === cui)?.receipt;
  if (!receipt) throw new ApiError('NOT_FOUND', messages.checks.unknown());
  return toQuery('receipts', language, { receipt });
}

function proof(
  check: Check,
  rows: readonly CheckedRow[],
  { language }: PageRequest,
  texts: Texts['bulk']['proof'],
): View {
  const signed = rows.filter(({ receipt }) => receipt !== null).length;
  return {
    title: texts.title,
    isPrivate: true,
    body: html`<section class="opening slim"><p class="crumb"><a href="${to('bulkResult', language, { check: check.id })}">${texts.back}</a></p><h1>${texts.title}</h1>
<p class="promise">${texts.lead(shortDay(check.day, language), dayAndHour(check.finishedAt ?? check.createdAt, language))}</p>
<p class="small">${sumSentence(check, rows, language)} ${texts.signed(signed)} ${texts.number(check.id)}</p>
<p class="small">${texts.note} <a href="${to('receipts', language)}">${texts.publicCheck}</a></p></section>
<table class="stacked proof"><thead><tr><th scope="col">${texts.cui}</th><th scope="col">${texts.name}</th><th scope="col">${texts.result}</th><th scope="col">${texts.vat}</th><th scope="col">${texts.inactive}</th><th scope="col">${texts.answered}</th><th scope="col">${texts.receipt}</th></tr></thead>
<tbody>${rows.map((row) => proofRow(row, check, texts, language))}</tbody></table>`,
  };
}

function proofRow(row: CheckedRow, check: Check, texts: Texts['bulk']['proof'], language: Language): Html {
  const of = textsOf(language).bulk.row;
  const truth = (value: boolean | null | undefined): string => (value == null ? of.unknown : value ? of.yes : of.no);
  const answered = answeredAt(row.receipt);
  return html`<tr><td class="code">${row.cui}</td><th scope="row">${row.company?.name ?? of.wrong}</th>
<td data-label="${texts.result}">${tag(row.status, of.statuses[row.status])}</td>
<td data-label="${texts.vat}">${truth(row.company?.vat.payer)}</td>
<td data-label="${texts.inactive}">${truth(row.company?.inactive)}</td>
<td data-label="${texts.answered}">${answered === null ? of.unknown : dayAndHour(answered, language)}</td>
<td data-label="${texts.receipt}">${row.receipt === null ? html`<span class="quiet">${row.company === null ? texts.noCompany : texts.none}</span>` : html`<a class="mono" href="${toQuery('bulkProof', language, { cui: row.cui }, { check: check.id })}">${sha256(row.receipt).slice(0, PRINT_LENGTH)}</a>`}</td></tr>`;
}

/** The source's response time as the receipt states it; null without a receipt. */
function answeredAt(receipt: string | null): string | null {
  const payload = receipt?.split('.')[1];
  if (payload === undefined) return null;
  const { answered } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { answered: { at: string } };
  return answered.at;
}
