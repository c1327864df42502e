/** History of a company: dated events, and acts of the Official Gazette. */

import { sourceName } from '#api/source-names.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Decision, Timeline } from './data.ts';

export function events(rows: Timeline, language: Language): Html {
  const texts = textsOf(language).company.history;
  if (rows.length === 0) return html`<p>${texts.none}</p>`;
  return html`<ol class="days">${rows.map((event) => html`<li><time datetime="${event.date}">${shortDay(event.date, language)}</time><span>${titled(event, language)}<span class="meta">${metaOf(event, language)}</span></span></li>`)}</ol>`;
}

/** Details, how the day is known, and the source; acts of the Gazette name their source in the title. */
function metaOf({ details, eventDate, seenOn, source }: Timeline[number], language: Language): string {
  const isSeen = eventDate === null && seenOn !== null;
  return [
    details,
    isSeen && textsOf(language).company.history.seen,
    source !== 'gazette' && !isSeen && sourceName(source, language),
  ]
    .filter(Boolean)
    .join(' · ');
}

function titled({ title, contractId, decisionId }: Timeline[number], language: Language): Html {
  if (decisionId !== null) return html`<a href="${to('decision', language, { id: decisionId })}">${title}</a>`;
  return contractId === null
    ? html`${title}`
    : html`<a href="${to('contract', language, { number: contractId })}">${title}</a>`;
}

export function decisions(rows: readonly Decision[], language: Language): Html {
  if (rows.length === 0) return html`<p>${textsOf(language).company.history.noDecisions}</p>`;
  return html`<ol class="days">${rows.map((row) => html`<li><time datetime="${row.issue.date}">${shortDay(row.issue.date, language)}</time><span><a href="${to('decision', language, { id: row.id })}">${row.title}</a><span class="meta">${textsOf(language).company.gazette.decisionKinds[row.kind]} · ${issueOf(row.issue, language)}${row.matchConfidence !== 'exact' && html` · ${icon('uncertain', 'amber')} ${matchOf(row.matchConfidence, language)}`}</span></span></li>`)}</ol>`;
}

export function issueOf({ part, number, bis, page }: Decision['issue'], language: Language): string {
  const texts = textsOf(language).company.gazette.page;
  return texts.issue(part, number, bis ? ' bis' : '', page === null ? '' : texts.page(page));
}

export const matchOf = (confidence: Decision['matchConfidence'], language: Language): string =>
  textsOf(language).company.gazette.page[confidence ?? 'none'];
