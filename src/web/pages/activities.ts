/** Activities (CAEN): searched by words or code, and the hub of one. */
import { addresses, to } from '#web/addresses.ts';
import type { Page } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { html } from '#web/html.ts';
import { companyLink } from '#web/parts/company-list.ts';
import { icon } from '#web/parts/icon.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { yearBars } from '#web/parts/year-bars.ts';
import { counted, type Noun } from '#web/words/counts.ts';
import { number, scaleOf, shortLei, threeDigits, wholeNumber } from '#web/words/numbers.ts';

const texts = {
  ro: {
    title: 'Coduri CAEN',
    lead: 'Clasificarea activităților, Rev. 3: căutați după cod sau după cuvinte.',
    q: 'Cod sau cuvinte',
    go: 'Caută',
    classes: ['clasă', 'clase'] as Noun,
    none: 'Nicio clasă cu aceste cuvinte.',
    firms: ['firmă', 'firme'] as Noun,
    active: (text: string) => `${text} în funcțiune`,
    market: 'Piața',
    leaders: 'Cele mai mari firme',
    counties: 'Pe județe',
    turnover: 'Cifra de afaceri a firmelor cu bilanț public',
    revision: (revision: string) => `Se numără codul în ${revision}. Codurile din revizii diferite nu se amestecă.`,
    formerly: (code: string, title: string) => `În Rev. 2: ${code} ${title}`,
    missing: 'necunoscut',
  },
  en: {
    title: 'CAEN codes',
    lead: 'The classification of activities, Rev. 3: search by code or by words.',
    q: 'Code or words',
    go: 'Search',
    classes: ['class', 'classes'] as Noun,
    none: 'No class with these words.',
    firms: ['company', 'companies'] as Noun,
    active: (text: string) => `${text} operating`,
    market: 'Market',
    leaders: 'The largest companies',
    counties: 'By county',
    turnover: 'Turnover of companies with public accounts',
    revision: (revision: string) => `Counted by the code in ${revision}. Codes of different revisions are never mixed.`,
    formerly: (code: string, title: string) => `In Rev. 2: ${code} ${title}`,
    missing: 'unknown',
  },
} as const;

export const activitiesPage: Page = {
  path: addresses.activities,
  of: ['searchCaen'],
  async show({ client, language, query }) {
    const words = texts[language];
    const q = (query.get('q') ?? '').trim();
    const { data } = await client.searchCaen(q === '' ? {} : { q });
    return {
      title: words.title,
      description: words.lead,
      isUnlisted: q !== '',
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>
<form class="find large" action="${to('activities', language)}" role="search">${icon('search')}<input type="search" name="q" value="${q}" placeholder="${words.q}" aria-label="${words.q}" maxlength="200"><button class="button" type="submit">${words.go}</button></form></section>
<section class="sheet wide"><h2>${data.length === 0 ? words.none : counted(data.length, words.classes, language)}</h2><ul class="ledger">${data.map((one) => html`<li><span><a href="${to('activity', language, { code: one.code })}">${one.code} ${one.titles[language]}</a><br><span class="meta">${one.section.code} · ${one.division.titles[language]}</span></span></li>`)}</ul></section>`,
    };
  },
};

export const activityPage: Page = {
  path: addresses.activity,
  of: ['getCaen', 'getCaenHub'],
  async show({ client, language, params, now }) {
    const words = texts[language];
    const code = params.code ?? '';
    const { data: activity } = await client.getCaen({ code });
    const hub = await tried(client.getCaenHub({ code }));
    const years = hub.told?.data.byYear ?? [];
    const peak = Math.max(0, ...years.map(({ turnover }) => turnover.sum ?? 0));
    const { by, words: unit } = scaleOf(peak);
    const values = years.map(({ year, turnover }) => ({ year, value: turnover.sum })).sort((a, b) => a.year - b.year);
    return {
      title: `CAEN ${activity.code}: ${activity.titles[language]}`,
      body: html`<p class="crumb"><a href="${to('activities', language)}">${words.title}</a> › ${activity.section.code} › ${activity.division.titles[language]}</p>
<h1 class="title">${activity.code} ${activity.titles[language]}</h1>
${activity.rev2 && html`<p class="lede">${words.formerly(activity.rev2.code, activity.rev2.title)}</p>`}
${
  hub.told
    ? html`${sheet({
        id: 'piata',
        title: words.market,
        sources: sources(hub.told.meta.sources, now, language),
        body: html`<p>${counted(hub.told.data.companies.total, words.firms, language)}, ${words.active(wholeNumber(hub.told.data.companies.active, language))}. <span class="quiet">${words.revision(hub.told.data.caen.revision)}</span></p>
${values.length > 0 && html`<figure><figcaption><b>${words.turnover}</b><span class="quiet small">${unit[language]}</span></figcaption>${yearBars({ values, told: values.map(({ year, value }) => `${year}: ${value === null ? words.missing : number(value, language)}`).join('; '), written: (value) => threeDigits(value / by, language) })}</figure>`}`,
      })}
${sheet({ id: 'firme', title: words.leaders, body: html`<ol class="ledger">${hub.told.data.topCompanies.map((row) => html`<li><span><b>${row.rank}.</b> ${companyLink(row, language)}<br><span class="meta">${[row.locality, row.county].filter(Boolean).join(' · ')}</span></span><span class="right">${shortLei(row.value, language)}</span></li>`)}</ol>` })}
${sheet({ id: 'judete', title: words.counties, body: html`<ul class="ledger">${hub.told.data.counties.map((one) => html`<li><a href="${to('county', language, { county: one.slug })}">${one.name}</a><span class="right">${counted(one.companies, words.firms, language)}${one.turnover !== null && html`<br><span class="meta">${shortLei(one.turnover, language)}</span>`}</span></li>`)}</ul>` })}`
    : html`<p>${hub.problem.in(language).message}</p>`
}`,
    };
  },
};
