/** Activities (CAEN): search by text, code or section, and the market of one activity. */
import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, scaleOf, shortLei, threeDigits, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { companyLink, listDownloads } from '#transports/web/components/lists.ts';
import { pageSearch } from '#transports/web/components/search-field.ts';
import { sources } from '#transports/web/components/sources.ts';
import { yearBars } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import { localityParts } from '#transports/web/locality.ts';
import type { Page, PageRequest } from '#transports/web/routing/page.ts';
import { settle } from '#transports/web/routing/settle.ts';

type Class = Awaited<ReturnType<PageRequest['client']['searchCaen']>>['data'][number];

export const activitiesPage: Page = {
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

/** All six hundred classes are too many for one list: sections first. */
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

function classesOf(
  classes: readonly Class[],
  { q, section }: { q: string; section: string },
  language: Language,
): Html {
  const texts = textsOf(language).activities;
  if (classes.length === 0)
    return html`<section class="card wide"><h2>${texts.none(q)}</h2><p class="promise">${texts.hint}</p></section>`;
  return card({
    id: 'clase',
    title:
      section === '' ? counted(classes.length, texts.classes, language) : (classes[0]?.section.titles[language] ?? ''),
    tools: listDownloads('/api/caen', { ...(q !== '' && { q }), ...(section !== '' && { section }) }, language),
    body: html`<ul class="ledger">${classes.map((one) => html`<li><span><a href="${to('activity', language, { code: one.code })}">${one.code} ${one.titles[language]}</a><br><span class="meta">${one.section.code} · ${one.division.titles[language]}</span></span></li>`)}</ul>`,
  });
}

export const activityPage: Page = {
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
${hub.result ? hubCards(hub.result, request) : html`<p>${hub.error.in(language).message}</p>`}`,
    };
  },
};

type HubResult = Awaited<ReturnType<PageRequest['client']['getCaenHub']>>;
type Hub = HubResult['data'];

/** With fewer years the table is more useful than a chart. */
const CHART_YEARS_MIN = 3;

function hubCards({ data: hub, meta }: HubResult, { language, now }: PageRequest): Html {
  const texts = textsOf(language).activities;
  const { filers, companies, caen } = hub;
  const revision = caen.revision.slice('rev'.length);
  const other = revision === '3' ? '2' : '3';
  return html`${card({
    id: 'piata',
    title: texts.market,
    sources: sources(meta.sources, now, language),
    body: html`<p>${counted(companies.total, texts.firms, language)}, ${texts.active(wholeNumber(companies.active, language))}${filers && html`; ${texts.filers(counted(filers.companies, texts.firms, language), filers.year)}${filers.growth.turnover !== null && html` (${texts.grown(signed(filers.growth.turnover * 100, language))})`}`}. <span class="quiet">${texts.revision(revision)}</span> <a href="${toQuery('activity', language, { revision: other }, { code: caen.code })}">${texts.other(other)}</a></p>
${hub.byYear.length === 0 ? html`<p class="quiet">${texts.noCompany}</p>` : years(hub.byYear, language)}`,
  })}
${hub.topCompanies.length > 0 && leaders(hub, language)}
${hub.counties.length > 0 && card({ id: 'judete', title: texts.counties, body: html`<ul class="ledger">${hub.counties.map((one) => html`<li><a href="${toQuery('county', language, { caen: caen.code }, { county: one.slug })}">${one.name}</a><span class="right">${counted(one.companies, texts.firms, language)}${one.turnover !== null && html`<br><span class="meta">${shortLei(one.turnover, language)}</span>`}</span></li>`)}</ul>` })}`;
}

const signed = (value: number, language: PageRequest['language']): string =>
  `${value > 0 ? '+' : ''}${percent(value, language)}`;

function years(byYear: Hub['byYear'], language: PageRequest['language']): Html {
  const texts = textsOf(language).activities;
  const oldestFirst = byYear.toSorted((a, b) => a.year - b.year);
  const values = oldestFirst.map(({ year, turnover }) => ({ year, value: turnover.sum }));
  const { by, words: unit } = scaleOf(Math.max(0, ...values.map(({ value }) => value ?? 0)));
  const format = (value: number | null): string => (value === null ? texts.missing : wholeNumber(value, language));
  const text = `${texts.turnover}. ${values.map(({ year, value }) => `${year}: ${format(value)}`).join('; ')}`;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.allValues}"><table><thead><tr><th scope="col">${texts.year}</th><th scope="col" class="num">${texts.count}</th><th scope="col" class="num">${texts.turnover}, ${language === 'ro' ? 'lei' : 'RON'}</th><th scope="col" class="num">${texts.staff}</th></tr></thead><tbody>${byYear.map((one) => html`<tr><th scope="row">${one.year}</th><td class="num">${wholeNumber(one.companies, language)}</td><td class="num">${format(one.turnover.sum)}</td><td class="num">${format(one.employees.sum)}</td></tr>`)}</tbody></table></div>`;
  if (values.length < CHART_YEARS_MIN) return table;
  return html`<figure><figcaption><b>${texts.turnover}</b><span class="quiet small">${language === 'ro' ? `${unit.ro} lei` : `RON ${unit.en}`}</span></figcaption>${yearBars({ values, label: text, format: (value) => threeDigits(value / by, language) })}</figure>
<details class="values"><summary>${texts.allValues}</summary>${table}</details>`;
}

function leaders({ topCompanies, caen, year }: Hub, language: PageRequest['language']): Html {
  const texts = textsOf(language).activities;
  const ranking = toQuery('rankings', language, { caen: `${caen.revision}:${caen.code}`, year: year ?? undefined });
  return card({
    id: 'firme',
    title: texts.leaders,
    tools: html`<p class="tools"><a href="${ranking}">${texts.wholeRanking}</a></p>`,
    body: html`<ol class="ledger ranked">${topCompanies.map((row) => html`<li><b class="rank">${row.rank}</b><span>${companyLink(row, language)}<br><span class="meta">${localityParts(row).filter(Boolean).join(' · ')}</span></span><span class="right"><b>${shortLei(row.value, language)}</b></span></li>`)}</ol>`,
  });
}
