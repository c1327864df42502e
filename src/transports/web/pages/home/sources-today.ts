/** How old the data is, source by source: in its time, late, or not loaded. */

import { sourceName } from '#api/source-names.ts';
import { dayOrToday, moment } from '#lib/i18n/dates.ts';
import { textAt, textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Status = Awaited<ReturnType<PageRequest['client']['getStatus']>>['data'];

interface Row {
  source: string;
  when: string;
  isCurrent: boolean;
}

export function sourcesToday(status: Status, { language, now }: PageRequest): Html {
  const texts = textsOf(language).home.sourcesToday;
  const order = Object.keys(texts.what);
  const rows = [...loaded(status, now, language), ...live(status, now, language)]
    .filter(({ source }) => order.includes(source))
    .sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
  const sign = (isCurrent: boolean): IconName => (isCurrent ? 'source' : 'sourceLate');
  return html`<aside class="today" aria-labelledby="surse-azi"><h2 id="surse-azi">${texts.title}</h2><ul class="ledger">${rows.map(
    ({ source, when, isCurrent }) =>
      html`<li><span>${sourceName(source, language)}<br><span class="meta">${textAt(texts.what, source)}</span></span><span class="right">${icon(sign(isCurrent))} ${when}${!isCurrent && when !== texts.unknown && html`<span class="unseen"> (${texts.late})</span>`}</span></li>`,
  )}</ul><p class="legend"><span>${icon('source')} ${texts.current}</span><span>${icon('sourceLate')} ${texts.late}</span><a href="${to('status', language)}">${texts.all}</a></p></aside>`;
}

/** Each source once, as old as its oldest part; of one whose day nothing tells, that. */
function loaded({ sources }: Status, now: number, language: PageRequest['language']): Row[] {
  const dated = sources.filter(({ asOf, freshness }) => asOf !== null || freshness === 'unknown');
  // What ANAF publishes in files are balance sheets: another thing than what it answers.
  const nameOf = (source: string): string => (source === 'anaf' ? 'bilant' : source);
  return [...Map.groupBy(dated, ({ source }) => nameOf(source))].map(([source, parts]) => ({
    source,
    when: parts.some(({ asOf }) => asOf === null)
      ? textsOf(language).home.sourcesToday.unknown
      : dayOrToday(parts.map(({ asOf }) => asOf ?? '').sort()[0] ?? '', now, language),
    isCurrent: parts.every(({ freshness }) => freshness === 'current'),
  }));
}

/** What is asked when a reader comes: when it answered last. */
const live = ({ upstreams }: Status, now: number, language: PageRequest['language']): Row[] =>
  (upstreams ?? [])
    .filter(({ name }) => name === 'anaf')
    .map(({ name, lastSuccess, state }) => ({
      source: name,
      when: lastSuccess === null ? textsOf(language).home.sourcesToday.never : moment(lastSuccess, now, language),
      isCurrent: state === 'ok' || state === 'unknown',
    }));
