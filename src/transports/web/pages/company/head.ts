/** The head of a company's page: where it belongs, its name and numbers, what it does, and what can be done with the page. */

import { shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { findCounty } from '#lib/values/county.ts';
import { slug } from '#lib/values/text.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { downloads } from '#transports/web/components/lists.ts';
import { type Html, html } from '#transports/web/html.ts';

import type { Company } from './told.ts';

export function head(company: Company, rank: string | null, language: Language): Html {
  const { headquartersAddress: seat, caenTitle, caenCode } = company;
  const former = company.formerNames ?? [];
  const form = company.legalForm;
  const town = seat?.locality ?? null;
  return html`${crumb(company, language)}
<div class="head"><h1 class="name">${company.name}</h1>${tools(company, language)}</div>
<p class="ids"><span>CUI <b data-copy>${company.cui}</b></span>${company.registrationNumber !== null && html`<span>${company.registrationNumber}</span>`}<span class="where">${[form, town].filter((part) => part !== null).join(' · ')}</span>${company.address !== null && html`<span class="seat">${[form, company.address].filter((part) => part !== null).join(' · ')}</span>`}</p>
${(caenTitle !== null || rank !== null) && html`<p class="lede">${caenTitle !== null && `${caenTitle} (CAEN ${caenCode}).`} ${rank !== null && html`<span class="rank">${rank}</span>`}</p>`}
${former[0] && html`<p class="former">${textsOf(language).company.head.former}: ${former[0].name}${former[0].until !== null && `, ${textsOf(language).company.page.changeSeen(shortDay(former[0].until, language))}`}</p>`}`;
}

/** To the lists that it stands in. */
function crumb({ headquartersAddress: seat }: Company, language: Language): Html {
  const county = seat?.county ? findCounty(seat.county) : undefined;
  const town = seat?.locality ?? null;
  // Many a town is the capital of a county of its name.
  const place = (name: string): string => (name === town ? textsOf(language).company.head.countyOf(name) : name);
  return html`<p class="crumb"><a href="${to('counties', language)}">${textsOf(language).company.head.companies}</a>${county ? html` › <a href="${to('county', language, { county: county.slug })}">${place(county.name)}</a>` : seat?.county && html` › ${place(seat.county)}`}${town !== null && (county ? html` › <a href="${to('town', language, { county: county.slug, town: slug(town) })}">${town}</a>` : html` › ${town}`)}</p>`;
}

function tools({ cui }: Company, language: Language): Html {
  const texts = textsOf(language).company.head;
  return html`<p class="tools" role="group" aria-label="${texts.tools}"><button type="button" class="as-link" data-print>${icon('print')}${texts.print}</button><a href="${toQuery('compare', language, { cui })}">${texts.compare}</a>${downloads({ content: texts.balances, path: `/api/company/${cui}/financials`, formats: ['CSV', 'XLSX'] }, language)}${downloads({ content: texts.record, path: `/api/company/${cui}`, formats: ['JSON'] }, language)}</p>`;
}
