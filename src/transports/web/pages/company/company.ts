/** The company page: header, alerts, answers, verdict and cards. */

import { counted } from '#lib/i18n/counts.ts';
import { moment, shortDay } from '#lib/i18n/dates.ts';
import type { Language } from '#lib/i18n/message.ts';
import { findCounty } from '#lib/values/county.ts';
import { slug } from '#lib/values/text.ts';
import { textsOf } from '#locales/texts.ts';
import { to, toQuery } from '#transports/web/addresses.ts';
import { icon } from '#transports/web/components/icon.ts';
import { downloads } from '#transports/web/components/lists.ts';
import { alert, stateNote } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { statusRows } from '#transports/web/components/status.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { accountsOf, keyFigures } from './accounts.ts';
import { alertsOf } from './alerts.ts';
import { companyCards, contents } from './cards.ts';
import { type Company, fetchCompany, type Meta } from './data.ts';
import { fourAnswers } from './four-answers.ts';
import { rankSentence } from './ranks.ts';
import { verdict } from './verdict.ts';

export const companyPage: Page = {
  operations: [
    'getCompany',
    'getFinancials',
    'getBalance',
    'getHealth',
    'getLeaderboard',
    'getCompanySeap',
    'getNetwork',
  ],
  async show(request: PageRequest): Promise<View> {
    const { language, now } = request;
    const data = await fetchCompany(request, request.params.cui ?? '');
    const { data: company, meta } = data.company;
    const accounts = data.finances.result ? accountsOf(data.finances.result) : { balances: [], expected: [] };
    const rank = data.board.result && rankSentence(data.board.result.data, language);
    return {
      title: `${company.name}, CUI ${company.cui}: ${textsOf(language).company.title}`,
      description: [company.caenTitle && `${company.caenTitle}.`, rank, company.address].filter(Boolean).join(' '),
      canonical: to('company', language, { cui: company.cui }),
      structured: organization(company),
      scripts: ['copy', 'dossier'],
      body: html`<article class="dossier"><div id="rezumat">${head(company, rank, language)}
${alertsOf(company, language).map(alert)}
${statusRows(fourAnswers(company, meta, language, now))}
<div class="under-answers">${sources(
        meta.sources.filter(({ covers }) => covers.some((cover) => cover === 'registry' || cover === 'fiscal')),
        now,
        language,
      )}${freshness(meta, now, language)}</div>
<div class="hero">${verdict(data.health, company, accounts.balances, language)}${keyFigures(accounts, language)}</div></div>
${contents(language)}
${companyCards(data, request)}</article>`,
    };
  },
};

function head(company: Company, rank: string | null, language: Language): Html {
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

/** Links to the lists of the county and the town. */
function crumb({ headquartersAddress: seat }: Company, language: Language): Html {
  const county = seat?.county ? findCounty(seat.county) : undefined;
  const town = seat?.locality ?? null;
  // Many counties share the name of their capital.
  const label = (name: string): string => (name === town ? textsOf(language).company.head.countyOf(name) : name);
  return html`<p class="crumb"><a href="${to('counties', language)}">${textsOf(language).company.head.companies}</a>${county ? html` › <a href="${to('county', language, { county: county.slug })}">${label(county.name)}</a>` : seat?.county && html` › ${label(seat.county)}`}${town !== null && (county ? html` › <a href="${to('town', language, { county: county.slug, town: slug(town) })}">${town}</a>` : html` › ${town}`)}</p>`;
}

function tools({ cui }: Company, language: Language): Html {
  const texts = textsOf(language).company.head;
  return html`<p class="tools" role="group" aria-label="${texts.tools}"><button type="button" class="as-link" data-print>${icon('print')}${texts.print}</button><a href="${toQuery('compare', language, { cui })}">${texts.compare}</a>${downloads({ content: texts.balances, path: `/api/company/${cui}/financials`, formats: ['CSV', 'XLSX'] }, language)}${downloads({ content: texts.record, path: `/api/company/${cui}`, formats: ['JSON'] }, language)}</p>`;
}

const DAY_MS = 86_400_000;

function freshness({ sources, pending = [] }: Meta, now: number, language: Language): Html | null {
  const texts = textsOf(language).company.freshness;
  const fiscal = sources.find(({ covers }) => covers.includes('fiscal'));
  if (pending.length > 0 || fiscal?.state === 'pending')
    return stateNote('pending', html`${texts.pending} <a href="">${texts.reload}</a>`);
  if (fiscal?.state !== 'unreachable') return null;
  if (fiscal.fetchedAt === null) return stateNote('stale', texts.never);
  const days = Math.floor((now - Date.parse(fiscal.fetchedAt)) / DAY_MS);
  const age = days < 1 ? texts.today : counted(days, texts.days, language);
  return stateNote('stale', texts.stale(age, moment(fiscal.fetchedAt, now, language)));
}

function organization(company: Company): object {
  const { headquartersAddress: seat, website, registrationDate, registrationNumber } = company;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: company.name,
    legalName: company.name,
    taxID: company.cui,
    ...(registrationNumber !== null && {
      identifier: { '@type': 'PropertyValue', propertyID: 'RO-ONRC', value: registrationNumber },
    }),
    ...(registrationDate !== null && { foundingDate: registrationDate }),
    ...(company.deregistrationDate !== null && { dissolutionDate: company.deregistrationDate }),
    ...(website !== null && /^https?:\/\//.test(website) && { url: website }),
    ...(seat !== null && {
      address: {
        '@type': 'PostalAddress',
        ...(seat.street !== null && { streetAddress: [seat.street, seat.number].filter(Boolean).join(' ') }),
        ...(seat.locality !== null && { addressLocality: seat.locality }),
        ...(seat.county !== null && { addressRegion: seat.county }),
        ...(seat.postalCode !== null && { postalCode: seat.postalCode }),
        addressCountry: 'RO',
      },
    }),
  };
}
