/** Two to four companies side by side: the same rows for all, so that differences stand out. */
import type { Language } from '#sentences/sentence.ts';
import { addresses, to } from '#web/addresses.ts';
import type { Page, PageRequest } from '#web/door/page.ts';
import { tried } from '#web/door/tried.ts';
import { type Html, html } from '#web/html.ts';
import { companyLink } from '#web/parts/company-list.ts';
import { verdictBand } from '#web/parts/verdict-band.ts';
import { shortLei, wholeNumber } from '#web/words/numbers.ts';
import { fourAnswers } from './company/standing.ts';

const MOST = 4;

const texts = {
  ro: {
    title: 'Compară firme',
    lead: 'Scrieți două până la patru coduri fiscale.',
    codes: 'Coduri fiscale, cu spații între ele',
    go: 'Compară',
    fact: 'Ce',
    verdict: 'Sănătate financiară',
    turnover: 'Cifra de afaceri',
    profit: 'Profit net',
    staff: 'Salariați',
    activity: 'Activitate',
    seat: 'Sediu',
    unknown: 'nepublicat',
    none: 'fără scor',
  },
  en: {
    title: 'Compare companies',
    lead: 'Write two to four fiscal codes.',
    codes: 'Fiscal codes, with spaces between',
    go: 'Compare',
    fact: 'What',
    verdict: 'Financial health',
    turnover: 'Turnover',
    profit: 'Net profit',
    staff: 'Staff',
    activity: 'Activity',
    seat: 'Seat',
    unknown: 'not published',
    none: 'no score',
  },
} as const;

export const comparePage: Page = {
  path: addresses.compare,
  async show(request) {
    const { language, query } = request;
    const words = texts[language];
    const text = query.getAll('cui').join(' ');
    const cuis = [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))].slice(0, MOST);
    const compared = await Promise.all(cuis.map((cui) => one(cui, request)));
    return {
      title: words.title,
      isUnlisted: true,
      body: html`<section class="opening slim"><h1>${words.title}</h1><p class="promise">${words.lead}</p>
<form class="find large" action="${to('compare', language)}"><input name="cui" value="${cuis.join(' ')}" placeholder="${words.codes}" aria-label="${words.codes}" maxlength="80"><button class="button" type="submit">${words.go}</button></form></section>
${compared.length > 0 && table(compared, request)}`,
    };
  },
};

async function one(cui: string, { client }: PageRequest) {
  const company = await tried(client.getCompany({ cui }));
  if (company.told === null) return { cui, problem: company.problem, company: null, health: null, balance: null };
  const [health, finances] = await Promise.all([
    tried(client.getHealth({ cui })),
    tried(client.getFinancials({ cui })),
  ]);
  return {
    cui,
    problem: null,
    company: company.told,
    health: health.told?.data ?? null,
    balance: finances.told?.data[0] ?? null,
  };
}

type Compared = Awaited<ReturnType<typeof one>>;

function table(compared: readonly Compared[], { language }: PageRequest): Html {
  const words = texts[language];
  const row = (name: string, cell: (one: Compared) => Html | string | null): Html =>
    html`<tr><th scope="row">${name}</th>${compared.map((each) => html`<td>${each.problem ? null : (cell(each) ?? html`<span class="quiet">${words.unknown}</span>`)}</td>`)}</tr>`;
  const money = (value: number | null | undefined): string | null => (value == null ? null : shortLei(value, language));
  const answerNames = compared.find(({ company }) => company !== null)?.company;
  const questions = answerNames ? fourAnswers(answerNames.data, [], language).map(({ question }) => question) : [];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${words.title}"><table>
<thead><tr><th scope="col">${words.fact}</th>${compared.map(({ cui, company, problem }) => html`<th scope="col">${company ? companyLink(company.data, language) : html`${cui}<br><span class="bad">${problem?.in(language).message}</span>`}</th>`)}</tr></thead>
<tbody>${questions.map((question, i) => row(question, (each) => answerOf(each, i, language)))}
${row(words.verdict, ({ health }) => health && html`<b>${health.verdict.label}</b>${health.altman.z === null ? html`<br>${words.none}` : verdictBand(health.altman, language)}`)}
${row(words.turnover, ({ balance }) => withYear(money(balance?.summary.turnover), balance?.year))}
${row(words.profit, ({ balance }) => withYear(money(balance?.summary.netProfit), balance?.year))}
${row(words.staff, ({ balance }) => withYear(balance?.summary.employees == null ? null : wholeNumber(balance.summary.employees, language), balance?.year))}
${row(words.activity, ({ company }) => company?.data.caenTitle ?? null)}
${row(words.seat, ({ company }) => company?.data.address ?? null)}</tbody></table></div>`;
}

function answerOf({ company }: Compared, place: number, language: Language): string | null {
  const answer = company && fourAnswers(company.data, company.meta.pending ?? [], language)[place];
  return answer ? [answer.word, answer.since].filter(Boolean).join(', ') : null;
}

const withYear = (text: string | null, year: number | undefined): Html | null =>
  text === null ? null : html`${text}<small>${year}</small>`;
