/** Activities (CAEN): by words, code or section, and the hub of one. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { textsOf } from '#locales/texts.ts';
import { addresses, to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { listDownloads } from '#transports/web/components/lists.ts';
import { pageSearch } from '#transports/web/components/search-field.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';
import { hubSheets } from './activities/hub.ts';

type Class = Awaited<ReturnType<PageRequest['client']['searchCaen']>>['data'][number];

export const activitiesPage: Page = {
  path: addresses.activities,
  operations: ['searchCaen'],
  async show({ client, language, query }) {
    const texts = textsOf(language).activities;
    const q = (query.get('q') ?? '').trim();
    const section = query.get('section') ?? '';
    const { data } = await client.searchCaen({ ...(q !== '' && { q }), ...(section !== '' && { section }) });
    const isWhole = q === '' && section === '';
    return {
      title: section === '' ? texts.title : `${texts.title}: ${texts.section(section.toUpperCase())}`,
      description: texts.lead,
      isUnlisted: q !== '',
      body: html`<section class="opening slim"><h1>${texts.title}</h1><p class="promise">${texts.lead}</p>
${pageSearch({ action: to('activities', language), hint: texts.q, button: texts.go, q })}</section>
${isWhole ? sectionsOf(data, language) : classesOf(data, { q, section }, language)}`,
    };
  },
};

/** Six hundred classes are no list to read: sections first. */
function sectionsOf(all: readonly Class[], language: Language): Html {
  const texts = textsOf(language).activities;
  const sections = [...Map.groupBy(all, ({ section }) => section.code)];
  return card({
    id: 'sectiuni',
    title: texts.sections,
    tools: listDownloads('/api/caen', {}, language),
    body: html`<ul class="ledger">${sections.map(([code, classes]) => html`<li><span><a href="${toQuery('activities', language, { section: code })}">${code} · ${classes[0]?.section.titles[language]}</a></span><span class="right meta">${counted(classes.length, texts.classes, language)}</span></li>`)}</ul>`,
  });
}

function classesOf(found: readonly Class[], { q, section }: { q: string; section: string }, language: Language): Html {
  const texts = textsOf(language).activities;
  if (found.length === 0)
    return html`<section class="sheet wide"><h2>${texts.none(q)}</h2><p class="promise">${texts.way}</p></section>`;
  return card({
    id: 'clase',
    title: section === '' ? counted(found.length, texts.classes, language) : (found[0]?.section.titles[language] ?? ''),
    tools: listDownloads('/api/caen', { ...(q !== '' && { q }), ...(section !== '' && { section }) }, language),
    body: html`<ul class="ledger">${found.map((one) => html`<li><span><a href="${to('activity', language, { code: one.code })}">${one.code} ${one.titles[language]}</a><br><span class="meta">${one.section.code} · ${one.division.titles[language]}</span></span></li>`)}</ul>`,
  });
}

export const activityPage: Page = {
  path: addresses.activity,
  operations: ['getCaen', 'getCaenHub'],
  async show(request) {
    const { client, language, params, query } = request;
    const texts = textsOf(language).activities;
    const code = params.code ?? '';
    const { data: activity } = await client.getCaen({ code });
    const revision = query.get('revision') === '2' ? 2 : undefined;
    const hub = await settle(client.getCaenHub({ code, ...(revision !== undefined && { revision }) }));
    const { section, division, group, rev2 } = activity;
    return {
      title: `CAEN ${activity.code}: ${activity.titles[language]}`,
      description: `${activity.titles[language]}. ${division.titles[language]}.`,
      canonical: to('activity', language, { code }),
      isUnlisted: query.size > 0,
      body: html`<p class="crumb"><a href="${to('activities', language)}">${texts.title}</a> › <a href="${toQuery('activities', language, { section: section.code })}">${section.code} · ${section.titles[language]}</a> › ${division.titles[language]}${group.titles[language] !== activity.titles[language] && html` › ${group.titles[language]}`}</p>
<h1 class="title">${activity.code} ${activity.titles[language]}</h1>
${rev2 && html`<p class="lede">${rev2.sameTitle ? texts.sameBefore : texts.formerly(rev2.code, rev2.title)}</p>`}
${hub.result ? hubSheets(hub.result, request) : html`<p>${hub.error.in(language).message}</p>`}`,
    };
  },
};
