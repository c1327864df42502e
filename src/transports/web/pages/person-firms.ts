/** Companies of a person, active ones first, with the roles; ended roles, years and counties. */

import { counted } from '#lib/i18n/counts.ts';
import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, shortLei, wholeNumber } from '#lib/i18n/numbers.ts';
import { findCounty } from '#lib/values/county.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { companyLink } from '#transports/web/components/lists.ts';
import { yearBars } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { PageRequest } from '#transports/web/routing/page.ts';

type Filter = 'running' | 'all' | 'administrator' | 'shareholder' | 'apart';

const FITS: Record<Filter, (firm: PersonFirm) => boolean> = {
  running: ({ active, counted }) => active === true && counted,
  all: () => true,
  administrator: ({ roles }) => roles.some(({ role }) => role === 'administrator' || role === 'owner'),
  shareholder: ({ roles }) => roles.some(({ role }) => role === 'shareholder'),
  apart: ({ counted }) => !counted,
};

interface Firms {
  person: Person;
  firms: readonly PersonFirm[];
  filter: string | null;
  sources: Html;
  address: string;
  language: Language;
}

/** Further rows are folded: still on the page for print and in-page search. */
const ROWS_MAX = 12;

export function firmsCard({ firms, filter, sources, address, language }: Firms): Html {
  const texts = textsOf(language).person;
  const filters = (Object.keys(FITS) as Filter[]).filter((one) => one === 'all' || firms.some(FITS[one]));
  const chosen = filters.find((one) => one === filter) ?? filters[0] ?? 'all';
  const rows = firms.filter(FITS[chosen]);
  const link = (one: Filter): Html =>
    html`<a href="${one === filters[0] ? address : `${address}?show=${one}`}"${one === chosen && html` aria-current="true"`}>${texts.filters[one]} ${wholeNumber(firms.filter(FITS[one]).length, language)}</a>`;
  return card({
    id: 'firme',
    title: texts.companies,
    sources,
    body: html`<p class="tools sorts">${filters.map(link)}</p>
${rows.length === 0 ? html`<p>${texts.none}</p>` : table(rows.slice(0, ROWS_MAX), language)}
${rows.length > ROWS_MAX && html`<details class="fold"><summary>${texts.more(wholeNumber(rows.length - ROWS_MAX, language))}</summary>${table(rows.slice(ROWS_MAX), language)}</details>`}`,
  });
}

function table(rows: readonly PersonFirm[], language: Language): Html {
  const texts = textsOf(language).person;
  return html`<table class="stacked firms"><thead><tr><th scope="col">${texts.company}</th><th scope="col">${texts.role}</th><th scope="col">${texts.state}</th><th scope="col" class="num">${texts.turnover}</th><th scope="col" class="num">${texts.staff}</th></tr></thead><tbody>${rows.map((firm) => row(firm, language))}</tbody></table>`;
}

function row(firm: PersonFirm, language: Language): Html {
  const texts = textsOf(language).person;
  const { roles, counted, percent: share, turnover, employees, year } = firm;
  const titles = [...new Set(roles.map(({ title, role }) => title ?? texts.roles[role]))].join(' · ');
  const { locality, county } = firm;
  const where = [locality, county !== null && !locality?.startsWith(county) && county].filter(Boolean).join(', ');
  return html`<tr><th scope="row">${companyLink(firm, language)}<small>${where}</small></th>
<td data-label="${texts.role}">${titles}${share !== null && ` ${percent(share, language)}`}${sinceOf(roles, language).map((since) => html`<small>${since}</small>`)}${!counted && html`<small>${texts.apart}</small>`}</td>
<td data-label="${texts.state}">${firm.status?.label ?? html`<span class="quiet">?</span>`}</td>
<td class="num" data-label="${texts.turnover}">${turnover === null ? html`<span class="quiet">${texts.noBalance}</span>` : html`${shortLei(turnover, language)}<small>${year}</small>`}</td>
<td class="num" data-label="${texts.staff}">${employees === null ? html`<span class="quiet">?</span>` : wholeNumber(employees, language)}</td></tr>`;
}

/** The registry publishes no dates: roles are "first seen". Only shareholder lists have a date. */
function sinceOf(roles: PersonFirm['roles'], language: Language): string[] {
  const texts = textsOf(language).person;
  const starts = roles.flatMap(({ role, title, since }) =>
    since === null
      ? []
      : {
          name: title ?? texts.roles[role],
          day: (role === 'shareholder' ? texts.since : texts.seen)(shortDay(since, language)),
        },
  );
  // A single role needs no name beside its day.
  return starts.map(({ name, day }) => (roles.length > 1 ? `${name} ${day}` : day));
}

export function endedRoles({ roles }: Person, language: Language): Html | null {
  const texts = textsOf(language).person;
  const ended = roles.filter(({ until }) => until !== null);
  if (ended.length === 0) return null;
  return card({
    id: 'incheiate',
    title: texts.ended,
    body: html`<ul class="ledger">${ended.map((role) => html`<li><span>${companyLink({ cui: role.cui, name: role.companyName }, language)}<br><span class="meta">${role.title ?? texts.roles[role.role]}</span></span><span class="right meta">${role.until !== null && texts.endSeen(shortDay(role.until, language))}</span></li>`)}</ul>`,
  });
}

const COUNTIES = 6;

export function yearsAndCounties(person: Person, all: readonly PersonFirm[], sources: Html, language: Language): Html {
  const firms = all.filter((firm) => firm.counted);
  return card({
    id: 'timp',
    title: textsOf(language).person.time,
    sources,
    body: html`<div class="two"><div>${byYear(firms, language)}</div><div>${byCounty(person, firms, language)}</div></div>`,
  });
}

/** Each company once, by the first known day of any role. */
function byYear(firms: readonly PersonFirm[], language: Language): Html {
  const texts = textsOf(language).person;
  const years = firms.flatMap(({ roles }) => {
    const [first] = roles
      .map(({ since }) => since)
      .filter((day) => day !== null)
      .sort();
    return first === undefined ? [] : [Number(first.slice(0, 4))];
  });
  if (years.length === 0) return html`<h3>${texts.byYear}</h3><p class="none">${texts.noYears}</p>`;
  const [from, until] = [Math.min(...years), Math.max(...years)];
  const values = Array.from({ length: until - from + 1 }, (_, i) => ({
    year: from + i,
    value: years.filter((year) => year === from + i).length,
  }));
  const text = values.map(({ year, value }) => `${year}: ${value}`).join('; ');
  return html`<figure><figcaption><b>${texts.byYear}</b><span class="quiet small">${texts.byYearLine(counted(years.length, texts.entries, language))}</span></figcaption>${yearBars({ values, label: `${texts.byYear}. ${text}`, format: (value) => wholeNumber(value, language) })}</figure>`;
}

function byCounty({ counties }: Person, firms: readonly PersonFirm[], language: Language): Html {
  const texts = textsOf(language).person;
  const counts = [...Map.groupBy(firms, ({ county }) => county ?? '')]
    .filter(([county]) => county !== '')
    .map(([county, same]) => ({ county, count: same.length }))
    .toSorted((a, b) => b.count - a.count);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const rest = Math.max(counts.length, counties.length) - COUNTIES;
  return html`<h3>${texts.byCounty}</h3><ul class="lengths">${counts.slice(0, COUNTIES).map(({ county, count }) => html`<li><span>${countyLink(county, language)}</span><svg aria-hidden="true"><rect width="${Math.round((count / most) * 1_000) / 10}%" height="12" class="bar last"/></svg><span class="right">${wholeNumber(count, language)}</span></li>`)}</ul>${rest > 0 && html`<p class="small quiet">${texts.others(counted(rest, texts.counties, language))}</p>`}`;
}

function countyLink(name: string, language: Language): Html {
  const county = findCounty(name);
  return county ? html`<a href="${to('county', language, { county: county.slug })}">${county.name}</a>` : html`${name}`;
}

type Client = PageRequest['client'];

export type PersonResult = Awaited<ReturnType<Client['getPerson']>>;
export type Person = PersonResult['data'];
export type PersonFirm = Awaited<ReturnType<Client['getPersonCompanies']>>['data'][number];
