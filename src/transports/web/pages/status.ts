/** Status of the service: live sources, and the age of all loaded parts. */

import { partTitle } from '#api/parts.ts';
import { sourceName } from '#api/source-names.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { card } from '#transports/web/components/card.ts';
import { type IconName, icon } from '#transports/web/components/icon.ts';
import { html } from '#transports/web/html.ts';
import type { Page } from '#transports/web/routing/page.ts';

const SIGNS: Record<string, IconName> = {
  ok: 'fine',
  current: 'fine',
  unknown: 'unknown',
  degraded: 'check',
  old: 'check',
  stale: 'check',
};
const COLOURS: Record<string, string> = {
  ok: 'good',
  current: 'good',
  unknown: 'quiet',
  degraded: 'amber',
  old: 'amber',
  stale: 'amber',
};

const stateText = (state: string, word: string) =>
  html`<span class="${COLOURS[state] ?? 'bad'}">${icon(SIGNS[state] ?? 'stop')} ${word}</span>`;

export const statusPage: Page = {
  operations: ['getStatus'],
  async show({ client, language, now }) {
    const texts = textsOf(language).status;
    const { data } = await client.getStatus({});
    const unreachable = (data.upstreams ?? [])
      .filter(({ state }) => state === 'down' || state === 'degraded')
      .map(({ name }) => sourceName(name, language));
    const partsThatAre = (state: string): string =>
      data.sources
        .filter(({ freshness }) => freshness === state)
        .map(({ name }) => partTitle(name, language))
        .join(', ');
    const [lost, behind] = [partsThatAre('unreadable'), partsThatAre('stale')];
    const reasons = [
      unreachable.length > 0 && texts.silent(unreachable.join(', ')),
      data.upstreams === null && texts.unread,
      lost !== '' && texts.lost(lost),
      behind !== '' && texts.behind(behind),
      data.limits === 'alone' && texts.alone,
      data.duties.state === 'unled' && texts.unled,
      data.signatures !== null && data.signatures.state !== 'ok' && texts.signatures[data.signatures.state],
    ];
    return {
      title: texts.title,
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="verdict-line">${stateText(data.status, texts.states[data.status])}</p>${reasons.map((reason) => reason && html`<p class="promise">${reason}</p>`)}</section>
${card({
  id: 'live',
  title: texts.live,
  body:
    data.upstreams === null
      ? html`<p>${texts.unread}</p>`
      : html`<table class="stacked"><thead><tr><th scope="col">${texts.source}</th><th scope="col">${texts.state}</th><th scope="col">${texts.last}</th><th scope="col" class="num">${texts.took}</th></tr></thead><tbody>${data.upstreams.map((one) => html`<tr><th scope="row">${sourceName(one.name, language)}</th><td data-label="${texts.state}">${stateText(one.state, texts.upstream[one.state])}</td><td data-label="${texts.last}">${one.lastSuccess === null ? texts.never : moment(one.lastSuccess, now, language)}</td><td class="num" data-label="${texts.took}">${one.latencyMs === null ? html`<span class="quiet">${texts.unmeasured}</span>` : `${wholeNumber(one.latencyMs, language)} ms`}</td></tr>`)}</tbody></table>`,
})}
${card({
  id: 'loaded',
  title: texts.loaded,
  body: html`<table class="stacked"><thead><tr><th scope="col">${texts.part}</th><th scope="col">${texts.source}</th><th scope="col">${texts.of}</th><th scope="col">${texts.state}</th><th scope="col" class="num">${texts.rows}</th></tr></thead><tbody>${data.sources.map((one) => html`<tr><th scope="row">${partTitle(one.name, language)}</th><td data-label="${texts.source}">${sourceName(one.source, language)}</td><td data-label="${texts.of}">${one.asOf === null ? html`<span class="quiet">${one.source === 'computed' ? texts.computed : texts.undated}</span>` : shortDay(one.asOf, language)}</td><td data-label="${texts.state}">${stateText(one.freshness, texts.freshness[one.freshness])}${one.missing.length > 0 && html`<small>${texts.missing(one.missing.join(', '))}</small>`}</td><td class="num" data-label="${texts.rows}">${wholeNumber(one.rows, language)}</td></tr>`)}</tbody></table><p class="small quiet">${texts.version(data.version)}</p>`,
})}`,
    };
  },
};
