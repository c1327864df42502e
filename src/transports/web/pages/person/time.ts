/** When a person came into firms, and in which counties these are. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { wholeNumber } from '#lib/i18n/numbers.ts';
import { findCounty } from '#lib/values/county.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { card } from '#transports/web/components/card.ts';
import { yearBars } from '#transports/web/components/year-bars.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Person, PersonFirm } from './told.ts';

const COUNTIES = 6;

export function timeAndPlaces(person: Person, listed: readonly PersonFirm[], sources: Html, language: Language): Html {
  const firms = listed.filter((firm) => firm.counted);
  return card({
    id: 'timp',
    title: textsOf(language).person.time,
    sources,
    body: html`<div class="two"><div>${byYear(firms, language)}</div><div>${byCounty(person, firms, language)}</div></div>`,
  });
}

/** Each firm once, by the first day that any role in it is known since. */
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
  const told = values.map(({ year, value }) => `${year}: ${value}`).join('; ');
  return html`<figure><figcaption><b>${texts.byYear}</b><span class="quiet small">${texts.byYearLine(counted(years.length, texts.entries, language))}</span></figcaption>${yearBars({ values, label: `${texts.byYear}. ${told}`, format: (value) => wholeNumber(value, language) })}</figure>`;
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
