/** A company: what it is, whether it is alive, how healthy and how sure that is, who stands behind it. */
import { addresses, to } from '#web/addresses.ts';
import type { Page, PageRequest, View } from '#web/door/page.ts';
import { type Tried, tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { alert } from '#web/parts/alert.ts';
import { answers } from '#web/parts/answers.ts';
import { sheet } from '#web/parts/sheet.ts';
import { sources } from '#web/parts/sources.ts';
import { shortDay } from '#web/words/dates.ts';
import { details, fiscal, people } from './facts.ts';
import { procurement } from './procurement.ts';
import { history, ranks, ratios, related } from './sections.ts';
import { alertsOf, type Company, fourAnswers } from './standing.ts';
import { texts } from './texts.ts';
import { verdict } from './verdict.ts';
import { charts, keyFigures, yearTable } from './years.ts';

export const companyPage: Page = {
  path: addresses.company,
  of: [
    'getCompany',
    'getFinancials',
    'getBalance',
    'getHealth',
    'getTimeline',
    'getRelated',
    'getNetwork',
    'getCompanyDecisions',
    'getLeaderboard',
    'getCompanySeap',
    'getCompanyProcedures',
    'getCompanyContracts',
    'checkCompanyContracts',
    'getCompanyDirectPurchases',
    'getCompanyDirectPurchaseAwards',
    'getCompanyTenders',
    'getSupplierIssues',
  ],
  async show(request: PageRequest): Promise<View> {
    const { client, language, now } = request;
    const cui = request.params.cui ?? '';
    const words = texts[language];
    const { data: company, meta } = await client.getCompany({ cui });
    const [health, finances, firms, seap, board, events] = await Promise.all([
      tried(client.getHealth({ cui })),
      tried(client.getFinancials({ cui })),
      tried(client.getRelated({ cui, limit: 10 })),
      tried(client.getCompanySeap({ cui })),
      tried(client.getLeaderboard({ cui })),
      tried(client.getTimeline({ cui, limit: 12 })),
    ]);
    const isPro = request.visit.caller.pro;
    const part = <Told extends { meta: typeof meta }>(
      id: string,
      title: string,
      { told, problem }: Tried<Told>,
      show: (told: Told) => Html,
    ): Html =>
      sheet({
        id,
        title,
        sources: told && from(told.meta.sources),
        body: told ? show(told) : html`<p>${problem?.in(language).message}</p>`,
      });
    const balances = finances.told?.data ?? [];
    const from = (stamps: typeof meta.sources) => sources(stamps, now, language);
    return {
      title: `${company.name}, CUI ${company.cui}`,
      description: describe(company),
      canonical: to('company', language, { cui: company.cui }),
      structured: organization(company),
      islands: ['copy'],
      body: html`${heading(company, language)}
${alertsOf(company, language).map(alert)}
${answers(fourAnswers(company, meta.pending ?? [], language))}
${from(meta.sources)}
<div class="hero">${verdict(health, language)}${keyFigures(balances, language)}</div>
${contents(language)}
${sheet({
  id: 'bilanturi',
  title: words.years,
  sources: finances.told ? from(finances.told.meta.sources) : null,
  body:
    balances.length === 0
      ? html`<p>${finances.problem ? finances.problem.in(language).message : words.noBalance}</p>`
      : html`${charts(balances, language)}<details class="values"><summary>${words.allValues}</summary>${yearTable(balances, language)}</details>`,
})}
${part('indicatori', words.ratios, health, () => ratios(health, language))}
${sheet({ id: 'tva', title: words.vatSection, body: fiscal(company, language) })}
${sheet({ id: 'oameni', title: words.people, body: html`${people(company, language)}${firms.told && related(firms.told.data, language)}` })}
${part('achizitii', words.procurement, seap, ({ data }) => (data === null ? html`<p>${words.notLoaded}</p>` : procurement(data, isPro, language)))}
${part('clasamente', words.rankings, board, ({ data }) => ranks(data, language))}
${part('istoric', words.history, events, ({ data }) => history(data, language))}
${sheet({ id: 'date', title: words.details, body: details(company, language) })}
${sheet({ id: 'surse', title: words.sources, body: html`${from(meta.sources)}<p class="small">${words.cite}: <q>${meta.cite}</q></p>` })}`,
    };
  },
};

function heading(company: Company, language: PageRequest['language']) {
  const words = texts[language];
  const { headquartersAddress: seat } = company;
  const place = [seat?.county, seat?.locality].filter((part) => part != null);
  const former = company.formerNames ?? [];
  return html`<p class="crumb"><a href="${to('counties', language)}">${words.companies}</a>${place.map((part) => html` › ${part}`)}</p>
<h1 class="name">${company.name}</h1>
<p class="ids"><span>CUI <b data-copy>${company.cui}</b></span>${company.registrationNumber !== null && html`<span>${company.registrationNumber}</span>`}<span>${[company.legalForm, company.address].filter((part) => part !== null).join(' · ')}</span></p>
${company.caenTitle !== null && html`<p class="lede">${company.caenTitle} (CAEN ${company.caenCode})</p>`}
${former.map(({ name, until }) => html`<p class="former">${until === null ? '' : `${words.until(shortDay(until, language))}: `}${name}</p>`)}`;
}

function contents(language: PageRequest['language']) {
  const words = texts[language];
  const sections = [
    ['bilanturi', words.years],
    ['indicatori', words.ratios],
    ['tva', words.vatSection],
    ['oameni', words.people],
    ['achizitii', words.procurement],
    ['clasamente', words.rankings],
    ['istoric', words.history],
    ['date', words.details],
    ['surse', words.sources],
  ];
  return html`<nav class="contents" aria-label="${words.summary}"><ul>${sections.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
}

const describe = ({ name, cui, caenTitle, address }: Company): string =>
  [name, `CUI ${cui}`, caenTitle, address].filter((part) => part !== null).join(' · ');

/** What search engines take over: published fields only, nothing that we compute. */
const organization = (company: Company): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  legalName: company.name,
  taxID: company.cui,
  ...(company.website !== null && { url: company.website }),
  ...(company.headquartersAddress !== null && {
    address: {
      '@type': 'PostalAddress',
      addressLocality: company.headquartersAddress.locality,
      addressRegion: company.headquartersAddress.county,
      addressCountry: 'RO',
    },
  }),
});
