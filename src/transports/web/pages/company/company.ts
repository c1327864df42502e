/** A company: what it is, whether it is alive, how healthy and how sure that is, who stands behind it. */
import { textsOf } from '#locales/texts.ts';
import { addresses, to } from '#transports/web/addresses.ts';
import { alert } from '#transports/web/components/notices.ts';
import { sources } from '#transports/web/components/sources.ts';
import { statusRows } from '#transports/web/components/status.ts';
import { html } from '#transports/web/html.ts';
import type { Page, PageRequest, View } from '#transports/web/routing/page.ts';
import { alertsOf } from './alerts.ts';
import { askCompany } from './ask.ts';
import { freshness } from './freshness.ts';
import { head } from './head.ts';
import { organization } from './organization.ts';
import { rankSentence } from './ranks.ts';
import { contents, sheets } from './sheets.ts';
import { fourAnswers } from './standing.ts';
import { verdict } from './verdict.ts';
import { accountsOf, keyFigures } from './years.ts';

export const companyPage: Page = {
  path: addresses.company,
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
    const asked = await askCompany(request, request.params.cui ?? '');
    const { data: company, meta } = asked.company;
    const accounts = asked.finances.result ? accountsOf(asked.finances.result) : { balances: [], expected: [] };
    const rank = asked.board.result && rankSentence(asked.board.result.data, language);
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
<div class="hero">${verdict(asked.health, company, accounts.balances, language)}${keyFigures(accounts, language)}</div></div>
${contents(language)}
${sheets(asked, request)}</article>`,
    };
  },
};
